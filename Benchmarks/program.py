"""Runs a program in a pseudo-terminal and measures it."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
from pathlib import Path

from screen import Screen

COLUMNS, LINES = 120, 40
# The last item of the footer, which completes a frame.
LAST_TEXT = b"help"
LONGEST_START = 20.0

# Terminal queries and the replies of xterm.
ANSWERS = [
    (re.compile(rb"\x1b\[0?c"), b"\x1b[?62;22c"),
    (re.compile(rb"\x1b\[>0?c"), b"\x1b[>41;354;0c"),
    (re.compile(rb"\x1b\[>0?q"), b"\x1bP>|bench\x1b\\"),
    (re.compile(rb"\x1b\[5n"), b"\x1b[0n"),
    (re.compile(rb"\x1b\[6n"), b"\x1b[1;1R"),
    (re.compile(rb"\x1b\]10;\?(?:\x07|\x1b\\)"), b"\x1b]10;rgb:dddd/dddd/dddd\x1b\\"),
    (re.compile(rb"\x1b\]11;\?(?:\x07|\x1b\\)"), b"\x1b]11;rgb:0000/0000/0000\x1b\\"),
    (re.compile(rb"\x1b\[\?u"), b"\x1b[?0u"),
]
ESCAPES = re.compile(rb"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[()][A-Z0-9]|\x1b[=>78M]|\x0f|\x0e")


class Program:
    """A context manager that runs `binary collection` and waits for its first frame, after `first_frame` seconds."""

    def __init__(self, binary: Path, collection: Path, home: Path, shows: str, last: bytes = LAST_TEXT):
        """`shows` is a row of the tree that the first frame must have, and `last` a text that completes it."""
        self.home = home
        self.screen = Screen(COLUMNS, LINES)
        self.wanted = [last, shows.encode()]
        # The bytes of all frames that were waited for.
        self.drawn = 0
        home.mkdir(parents=True, exist_ok=True)
        reader, writer = os.pipe()
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            self._become(binary, collection, writer)
        os.close(writer)
        self._resize()
        try:
            with os.fdopen(reader, "rb") as pipe:
                begin = float(pipe.read())
            self.started = begin
            # When all that the first frame must have was on the screen. Other parts may follow.
            self.appeared = begin
            self.first_frame = self._wait_for_frame(begin) - begin
        except BaseException:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _become(self, binary: Path, collection: Path, clock: int) -> None:
        """Runs in the child: waits for the terminal size, reports the time, and executes the program or exits."""
        try:
            while os.get_terminal_size(0).columns != COLUMNS:
                time.sleep(0.0005)
            environment = {
                "PATH": os.environ["PATH"], "HOME": str(self.home), "TERM": "xterm-256color", "LANG": "C.UTF-8",
                "XDG_DATA_HOME": str(self.home / "data"), "XDG_CONFIG_HOME": str(self.home / "config"),
                "XDG_STATE_HOME": str(self.home / "state"), "XDG_CACHE_HOME": str(self.home / "cache"),
            }
            # The pipe is close-on-exec, so the reader sees its end.
            os.write(clock, str(time.perf_counter()).encode())
            os.execve(binary, [str(binary), str(collection)], environment)
        finally:
            os._exit(127)

    def _resize(self) -> None:
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))

    def _wait_for_frame(self, begin: float) -> float:
        """Returns when the last byte of the first frame arrived."""
        shown, last = b"", begin
        while True:
            plain = ESCAPES.sub(b"", shown)
            drawn = all(text in plain for text in self.wanted)
            ready, _, _ = select.select([self.terminal], [], [], 0.05 if drawn else LONGEST_START)
            if not ready and drawn:
                return last
            if not drawn:
                self.appeared = time.perf_counter()
            piece = self._read() if ready else b""
            if not piece:
                raise RuntimeError(f"the program drew no frame with {self.wanted!r}; it wrote {shown[-400:]!r}")
            last = time.perf_counter()
            shown += piece
            self._answer(piece)

    def press(self, keys: bytes) -> float:
        """Sends keys and returns the time."""
        now = time.perf_counter()
        os.write(self.terminal, keys)
        return now

    def wait_for(self, text: str, longest: float = 60.0) -> float:
        """Returns when `text` appeared on the screen."""
        limit, now = time.perf_counter() + longest, time.perf_counter()
        while time.perf_counter() < limit:
            if text in self.screen.text:
                return now
            if select.select([self.terminal], [], [], 0.5)[0]:
                piece = self._read()
                now = time.perf_counter()
                self._answer(piece)
        raise RuntimeError(f"{text!r} did not come; the screen is\n{self.screen.text}")

    def wait_for_drawing(self, longest: float = 5.0) -> float:
        """Returns when the last byte of the next frame arrived; 0 if there was none."""
        last = 0.0
        while select.select([self.terminal], [], [], 0.02 if last else longest)[0]:
            piece = self._read()
            last = time.perf_counter()
            self.drawn += len(piece)
            self._answer(piece)
        return last

    def settle(self) -> None:
        """Reads until the program is quiet for a while."""
        while select.select([self.terminal], [], [], 0.3)[0]:
            self._answer(self._read())

    def _read(self) -> bytes:
        try:
            return os.read(self.terminal, 1 << 16)
        except OSError:  # The end of a pseudo-terminal on Linux.
            return b""

    def _answer(self, piece: bytes) -> None:
        self.screen.feed(piece)
        for query, answer in ANSWERS:
            for _ in query.finditer(piece):
                os.write(self.terminal, answer)

    def status(self, key: str, task: str = "") -> int:
        """Returns a number in /proc/PID/status, in its unit."""
        text = Path(f"/proc/{self.pid}/{task}status").read_text()
        return int(re.search(rf"^{key}:\s+(\d+)", text, re.MULTILINE).group(1))

    def cpu_seconds(self) -> float:
        """Returns the user and system time of all threads."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def wakeups(self) -> int:
        """Returns the number of wake-ups of all threads."""
        tasks = os.listdir(f"/proc/{self.pid}/task")
        return sum(self.status("voluntary_ctxt_switches", f"task/{task}/") for task in tasks)

    def close(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.terminal)
