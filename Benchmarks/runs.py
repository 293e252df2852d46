"""Measures `workbench run`: its rate beside the client alone, what scripts cost, and memory."""

import json
import os
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from nginx import Nginx

CLIENT = Path(__file__).resolve().parent / ".build/release/request-client-chain"
TEST = "pm.test('it is there', () => pm.response.to.have.status(200));"
# Reads the body, as most tests do.
BODY_TEST = "pm.test('all are there', () => pm.expect(pm.response.json().length).to.be.above(1000));"
PAGE_KB = os.sysconf("SC_PAGE_SIZE") // 1024


@dataclass
class Run:
    seconds: float
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


def run(binary: Path, url: str, count: int, script: str = "") -> Run:
    """Runs a collection of one request, without history."""
    with tempfile.TemporaryDirectory() as folder:
        collection = Path(folder) / "collection"
        collection.mkdir()
        (collection / "collection.json").write_text("{}")
        scripts = {"scripts": {"postResponse": script}} if script else {}
        (collection / "get.json").write_text(json.dumps({"url": url, **scripts}))
        command = [binary, "run", collection, "--iterations", str(count), "--allow-scripts", "--history", "none",
                   "--reporter", f"json={folder}/report.json"]
        environment = {"HOME": folder, "WORKBENCH_HOME": folder, "PATH": "/usr/bin:/bin"}
        begin = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment)
        memory = Memory(process.pid)
        _, errors = process.communicate()
        seconds = time.perf_counter() - begin
        memory.thread.join()
        if process.returncode != 0:
            raise SystemExit(f"bench: the run failed — {errors.decode()}")
    tenth = max(1, len(memory.samples) // 10)
    middle = lambda samples: sorted(samples)[len(samples) // 2] if samples else 0.0
    return Run(seconds, max(memory.samples), middle(memory.samples[tenth:2 * tenth]), middle(memory.samples[-tenth:]))


def client_seconds(url: str, count: int) -> float:
    """What the client alone takes, one request after another."""
    done = subprocess.run([CLIENT, url, str(count), "1"], check=True, stdout=subprocess.PIPE)
    return json.loads(done.stdout)["seconds"]
