"""A server with known delays, and what a load run measures of it."""

import asyncio
import json
import math
import random
import subprocess
import tempfile
import threading
from pathlib import Path


class DelayServer:
    """A context manager that runs the server.

    Each of 1,000 requests in turn gets another quantile of a shifted exponential distribution, in a fixed random order.
    """

    def __init__(self) -> None:
        self.delays = [0.1 * (1 - math.log(1 - (index + 0.5) / 1000)) for index in range(1000)]
        random.Random(1).shuffle(self.delays)
        self.loop = asyncio.new_event_loop()
        self.restart()

    def __enter__(self):
        started = threading.Event()
        threading.Thread(target=self._run, args=(started,), daemon=True).start()
        started.wait()
        return self

    def __exit__(self, *_):
        self.loop.call_soon_threadsafe(self.loop.stop)

    def restart(self) -> None:
        """Forgets the requests so far."""
        self.count = 0
        self.truth: list[float] = []

    def percentile(self, percent: float) -> float:
        """In seconds, of the times from the arrival of a request to its response."""
        values = sorted(self.truth)
        # 99.9 / 100 * 2000 is a little more than 1998.
        rank = math.ceil(round(percent / 100 * len(values), 6))
        return values[max(0, rank - 1)]

    def _run(self, started: threading.Event) -> None:
        asyncio.set_event_loop(self.loop)
        server = self.loop.run_until_complete(self.loop.create_server(lambda: Connection(self), "127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
        started.set()
        self.loop.run_forever()


class Connection(asyncio.Protocol):
    def __init__(self, server: DelayServer) -> None:
        self.server = server
        self.head = b""

    def connection_made(self, transport: asyncio.Transport) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.head += data
        while b"\r\n\r\n" in self.head:
            _, self.head = self.head.split(b"\r\n\r\n", 1)
            delay = self.server.delays[self.server.count % len(self.server.delays)]
            self.server.count += 1
            loop = self.server.loop
            loop.call_later(delay, self.respond, loop.time())

    def respond(self, arrival: float) -> None:
        self.server.truth.append(self.server.loop.time() - arrival)
        self.transport.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")


def measure(binary: Path, server: DelayServer, rate: int, seconds: int) -> dict:
    """The report of a load run."""
    server.restart()
    with tempfile.TemporaryDirectory() as folder:
        collection = Path(folder) / "collection"
        collection.mkdir()
        (collection / "collection.json").write_text("{}")
        (collection / "get.json").write_text(json.dumps({"url": server.url}))
        command = [binary, "run", collection, "--rate", f"{rate}/s", "--for", f"{seconds}s", "--reporter", "json"]
        environment = {"HOME": folder, "WORKBENCH_HOME": folder, "PATH": "/usr/bin:/bin"}
        done = subprocess.run(command, check=True, capture_output=True, env=environment)
    return json.loads(done.stdout)


def rate_error(report: dict) -> float:
    """In percent of the rate that was asked for."""
    asked = report["load"]["rate"]
    return abs(report["sentPerSecond"] - asked) / asked * 100


def percentile_error(report: dict, server: DelayServer, name: str) -> float:
    """In percent of what the server says."""
    truth = server.percentile(float(name[1:]))
    return abs(report["total"]["latency"][name] - truth) / truth * 100
