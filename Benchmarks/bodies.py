"""Generates bodies of any size, and serves them with the time of the last byte."""

import json
import os
import random
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

LINES_OF_AN_ITEM = 15
NEEDLE = "the needle"


def generate(path: Path, megabytes: int) -> int:
    """Writes a typical array of objects with the needle at its end. Returns the number of pretty-printed lines."""
    draw = random.Random(1)
    written, count = 0, 0
    with open(path, "w", encoding="utf-8") as file:
        file.write("[")
        while written < megabytes * 1_000_000:
            item = {
                "id": count, "name": f"user {count}", "email": f"user{count}@example.com", "active": count % 3 == 0,
                "score": draw.random() * 100, "tags": ["a", f"b{count % 7}"],
                "address": {"city": "Zürich", "zip": str(8000 + count % 99)},
            }
            text = json.dumps(item, ensure_ascii=False) + ", "
            file.write(text)
            written += len(text.encode())
            count += 1
        file.write(f'"{NEEDLE}"]')
    return count * LINES_OF_AN_ITEM + 3


class BodyServer:
    """A context manager that serves a folder on loopback. `last_byte` is when the last byte of a file was sent."""

    def __init__(self, folder: Path):
        owner = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                body = (folder / self.path.lstrip("/")).read_bytes()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                owner.first_byte = time.perf_counter()
                try:
                    self.wfile.write(body)
                except OSError:  # The client closed the connection after the first screen.
                    return
                owner.last_byte = time.perf_counter()

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_port
        self.first_byte = self.last_byte = 0.0

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()


def clock(arguments: list, home: Path | None = None) -> float:
    """Returns the milliseconds that a program takes to write its output to a pipe. `home` replaces the user's files."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(home)} if home else None
    start = time.perf_counter()
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment) as process:
        while process.stdout.read(1 << 20):
            pass
    if process.returncode != 0:
        raise subprocess.CalledProcessError(process.returncode, arguments)
    return (time.perf_counter() - start) * 1000


def in_process(binary: Path, path: Path) -> dict[str, float]:
    """Returns the figures of `body-bench` for a file."""
    done = subprocess.run([binary, path], check=True, stdout=subprocess.PIPE, text=True)
    pairs = [line.split("\t") for line in done.stdout.splitlines() if "\t" in line]
    return {name: float(value) for name, value in pairs}


def json_tool(path: Path) -> float:
    return clock([sys.executable, "-m", "json.tool", path])
