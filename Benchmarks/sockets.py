"""Measures WebSockets: the client beside C on a connection of libcurl, and a conversation of many messages on the screen."""

import base64
import hashlib
import json
import re
import socket
import subprocess
import sys
from pathlib import Path

from listener import Listener
from program import Program

BUILT = Path(__file__).resolve().parent / ".build/release"
MESSAGE = '{"kind":"tick","price":%08d}'


class SocketServer(Listener):
    """Runs a server. `/COUNT` sends that many messages at once; other paths echo."""

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/"

    def serve(self, client: socket.socket) -> None:
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with client:
            try:
                path = self._open(client)
                if path[1:].isdigit():
                    flood(client, int(path[1:]))
                echo(client)
            except OSError:
                return

    def _open(self, client: socket.socket) -> str:
        head = b""
        while b"\r\n\r\n" not in head:
            head += client.recv(65536)
        key = re.search(rb"(?i)sec-websocket-key: *(\S+)", head)[1]
        answer = base64.b64encode(hashlib.sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest())
        client.sendall(
            b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: "
            + answer + b"\r\n\r\n")
        return head.split(b" ", 2)[1].decode()


def flood(client: socket.socket, count: int) -> None:
    for start in range(0, count, 1000):
        texts = ((MESSAGE % number).encode() for number in range(start, min(start + 1000, count)))
        client.sendall(b"".join(bytes([0x81, len(text)]) + text for text in texts))


def echo(client: socket.socket) -> None:
    """Sends short frames back."""
    rest = b""
    while True:
        while len(rest) < 2 or len(rest) < 6 + (rest[1] & 0x7F):
            piece = client.recv(65536)
            if not piece:
                return
            rest += piece
        length = rest[1] & 0x7F
        mask, payload = rest[2:6], rest[6:6 + length]
        whole = int.from_bytes(payload, "little") ^ int.from_bytes((mask * 32)[:length], "little")
        client.sendall(bytes([rest[0], length]) + whole.to_bytes(length, "little"))
        if rest[0] & 0x0F == 8:
            return
        rest = rest[6 + length:]


def echo_seconds(name: str, server: SocketServer, count: int) -> float:
    """Returns the time of a program in Benchmarks/Sources that connects and sends messages one after another."""
    done = subprocess.run([BUILT / name, server.url, str(count), "1"], stdout=subprocess.PIPE, timeout=120)
    if done.returncode:
        sys.exit(f"sockets: {name} ended with {done.returncode}")
    return json.loads(done.stdout)["seconds"]


def shown(binary: Path, scratch: Path, server: SocketServer, count: int) -> tuple[float, float]:
    """Connects on the screen to a server that sends `count` messages at once.

    Returns the seconds from the key to the frame that counts all of them, and the resident memory in MB then."""
    folder = scratch / f"flood-{count}"
    folder.mkdir(exist_ok=True)
    (folder / "collection.json").write_text("{}\n")
    (folder / "flood.json").write_text(json.dumps({"kind": "websocket", "url": f"{server.url}{count}"}) + "\n")
    with Program(binary, folder, home=scratch / "home", shows="flood") as program:
        program.settle()
        start = program.press(b"\r")
        seconds = program.wait_for(f"{count:,}/{count:,}") - start
        return seconds, program.status("VmRSS") / 1024
