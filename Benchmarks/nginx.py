"""nginx as a benchmark server on loopback, with persistent connections."""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path

CONFIGURATION = """
daemon off; master_process off; worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{ worker_connections 1024; multi_accept on; }}
http {{
  access_log off; tcp_nodelay on; sendfile on; client_max_body_size 0;
  keepalive_timeout 600s; keepalive_requests 100000000;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  server {{
    listen 127.0.0.1:{port};
    location = /tiny {{ default_type text/plain; return 200 "Hello, world"; }}
    location /files/ {{ alias {folder}/files/; }}
  }}
}}
"""


class Nginx:
    """A context manager that runs nginx. `url` has a tiny body; `files` is a folder that it serves."""

    def __enter__(self):
        program = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin")
        if program is None:
            raise SystemExit("client: nginx is missing — apt-get install nginx-light")
        self.folder = Path(tempfile.mkdtemp(prefix="bench-nginx-"))
        self.files = self.folder / "files"
        self.files.mkdir()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/tiny"
        configuration = self.folder / "nginx.conf"
        configuration.write_text(CONFIGURATION.format(folder=self.folder, port=self.port))
        self.process = subprocess.Popen([program, "-c", configuration, "-p", self.folder], stderr=subprocess.DEVNULL)
        self._wait()
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder)

    def _wait(self) -> None:
        while self.process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.01)
        raise SystemExit("client: nginx did not start")
