"""A server that reads uploads as fast as possible and discards them."""

import re
import socket

from listener import Listener


class Sink(Listener):
    """Runs the server. `url` accepts any body with a Content-Length."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/upload"

    def serve(self, client: socket.socket) -> None:
        with client:
            buffer = bytearray(1 << 20)
            head = b""
            while b"\r\n\r\n" not in head:
                piece = client.recv(65536)
                if not piece:
                    return
                head += piece
            head, body = head.split(b"\r\n\r\n", 1)
            rest = int(re.search(rb"(?i)content-length: *(\d+)", head)[1]) - len(body)
            if re.search(rb"(?i)expect: *100-continue", head):
                client.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
            while rest > 0:
                count = client.recv_into(buffer)
                if count == 0:
                    return
                rest -= count
            client.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
