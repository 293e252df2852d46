"""Measures `workbench run`: its rate beside the client alone, what scripts cost, and memory."""

import json
import os
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from nginx import Nginx

CLIENT = Path(__file__).resolve().parent / ".build/release/request-client-chain"
TEST = "pm.test('it is there', () => pm.response.to.have.status(200));"
# Reads the body, as most tests do.
BODY_TEST = "pm.test('all are there', () => pm.expect(pm.response.json().length).to.be.above(1000));"
PAGE_KB = os.sysconf("SC_PAGE_SIZE") // 1024


@dataclass
class MemoryOfRun:
    # Of the program and its script host together, in MB.
    peak: float
    # The median of the second tenth of the run, and of the last.
    early: float
    late: float


class Memory:
    """Samples the memory of a process and its children."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.samples: list[float] = []
        self.thread = threading.Thread(target=self._sample)
        self.thread.start()

    def _sample(self) -> None:
        while (now := self._now()) > 0:
            self.samples.append(now)
            time.sleep(0.02)

    def _now(self) -> float:
        return sum(self._of(pid) for pid in [self.pid, *self._children(self.pid)])

    @staticmethod
    def _of(pid: int) -> float:
        try:
            status = Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1]
            if status[0] == "Z":
                return 0
            return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE_KB / 1024
        except (OSError, IndexError):
            return 0

    @staticmethod
    def _children(pid: int) -> list[int]:
        try:
            return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()] + [
                int(child) for task in os.listdir(f"/proc/{pid}/task") if task != str(pid)
                for child in Path(f"/proc/{pid}/task/{task}/children").read_text().split()]
        except OSError:
            return []


@contextmanager
def started(binary: Path, url: str, count: int, script: str) -> Iterator[subprocess.Popen]:
    """Starts the run of a collection of one request, without history, and waits for its end."""
    with tempfile.TemporaryDirectory() as folder:
        collection = Path(folder) / "collection"
        collection.mkdir()
        (collection / "collection.json").write_text("{}")
        scripts = {"scripts": {"postResponse": script}} if script else {}
        (collection / "get.json").write_text(json.dumps({"url": url, **scripts}))
        command = [binary, "run", collection, "--iterations", str(count), "--allow-scripts", "--history", "none",
                   "--reporter", f"json={folder}/report.json"]
        environment = {"HOME": folder, "WORKBENCH_HOME": folder, "PATH": "/usr/bin:/bin"}
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment)
        yield process
        _, errors = process.communicate()
        if process.returncode != 0:
            raise SystemExit(f"bench: the run failed — {errors.decode()}")


def seconds(binary: Path, url: str, count: int, script: str = "") -> float:
    """What a run takes."""
    begin = time.perf_counter()
    with started(binary, url, count, script):
        pass
    return time.perf_counter() - begin


def memory(binary: Path, url: str, count: int, script: str = "") -> MemoryOfRun:
    """What a run takes of memory. Looking at it would slow down a run whose time is measured."""
    with started(binary, url, count, script) as process:
        sampler = Memory(process.pid)
    sampler.thread.join()
    tenth = max(1, len(sampler.samples) // 10)
    middle = lambda samples: sorted(samples)[len(samples) // 2] if samples else 0.0
    return MemoryOfRun(max(sampler.samples), middle(sampler.samples[tenth:2 * tenth]), middle(sampler.samples[-tenth:]))


def host_start_seconds(binary: Path) -> float:
    """What the script host takes from its start until it says that it is ready for a job."""
    begin = time.perf_counter()
    with subprocess.Popen([binary, "__script-host"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL) as host:
        hello = host.stdout.read(13)
        end = time.perf_counter()
        host.kill()
    if b'"ready"' not in hello:
        raise SystemExit("bench: the script host is not ready — install libjavascriptcoregtk-4.1-0")
    return end - begin


def client_seconds(url: str, count: int) -> float:
    """What the client alone takes, one request after another."""
    done = subprocess.run([CLIENT, url, str(count), "1"], check=True, stdout=subprocess.PIPE)
    return json.loads(done.stdout)["seconds"]
