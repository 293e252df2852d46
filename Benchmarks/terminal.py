"""A program in a pseudo-terminal whose every byte of output is checked."""

import fcntl
import os
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import termios
import time

from screen import Screen

TOKEN = re.compile(
    rb"\x1b\[(?P<parameters>[0-?]*)[ -/]*(?P<kind>[@-~])"
    rb"|\x1b\]R"  # Resets the palette of the Linux console, without an end.
    rb"|\x1b\](?P<command>[^\x07\x1b]*)(?:\x07|\x1b\\)"
    rb"|\x1b[P_^X](?P<string>[^\x1b]*)\x1b\\"
    rb"|\x1b[()*+][0-9A-Z]|\x1b[=>78HMDEc]|\x1b\\"
    rb"|[\r\n\b\t\x0e\x0f\x07]|[^\x00-\x1f\x7f]+", re.DOTALL)
UNFINISHED = re.compile(rb"\x1b(?:[P_^X\]][^\x07\x1b]*\x1b?|\[[0-?]*[ -/]*|[()*+]?)?$")
# The modes a program may turn on, which must be off again when it ends; 25 and 7 the other way round.
NORMAL = {b"25": True, b"7": True}


def run(command):
    return subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=120).stdout


class Wrong(Exception):
    """The program did what it must not do."""


def be_shell(command, environment, folder, report):
    """Leads the terminal's session as a shell does, runs the program as a job, and reports what becomes of it."""
    try:
        os.chdir(folder)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        pid = os.fork()
        if pid == 0:
            os.setpgid(0, 0)
            os.tcsetpgrp(0, os.getpid())
            for number in (signal.SIGHUP, signal.SIGTTOU):
                signal.signal(number, signal.SIG_DFL)
            os.execve(command[0], command, environment)
        os.write(report, b"%d\n" % pid)
        while True:
            _, status = os.waitpid(pid, os.WUNTRACED)
            if os.WIFSTOPPED(status):
                os.write(report, b"stopped\n")
                continue
            os.write(report, b"%d\n" % os.waitstatus_to_exitcode(status))
            # The terminal lives until its reader has seen all of it.
            signal.pause()
    finally:
        os._exit(127)


class Terminal:
    """Runs `command`, reads what it writes and keeps the modes that it has set."""

    def __init__(self, command, size, environment, folder):
        # What the program may draw for still: a size is past after two answers to `check_alive`.
        self.size, self.sizes, self.past = size, {size}, set()
        self.modes, self.titles, self.keyboards = {}, 0, 0
        self.screen, self.rest, self.output = Screen(*size), b"", bytearray()
        self.total, self.clears, self.stops = 0, 0, 0
        self.status = None
        go, ready = os.pipe()
        reports, report = os.pipe()
        self.shell, self.file = pty.fork()
        if self.shell == 0:
            os.read(go, 1)  # The size is set.
            be_shell(command, environment, folder, report)
        os.close(go)
        os.close(report)
        self._set(size)
        self._set_plain_modes()
        self.attributes = termios.tcgetattr(self.file)
        os.write(ready, b"!")
        os.close(ready)
        # Without a buffer, in which a second line would not be seen.
        self.reports = os.fdopen(reports, "rb", buffering=0)
        self.pid = int(self.reports.readline())

    # MARK: Input

    def write(self, data, longest=10.0):
        """Writes all of `data`, reading meanwhile: a program that draws must not wait for its reader."""
        end = time.monotonic() + longest
        while data and self.is_running:
            readable, writable, _ = select.select([self.file], [self.file], [], 0.2)
            if readable:
                self.read(0)
            if writable:
                try:
                    data = data[os.write(self.file, data[:1024]):]
                except OSError:
                    self.read(0.2)
                    return
            if time.monotonic() > end:
                raise Wrong(f"the program read nothing for {longest:.0f} s")

    def resize(self, columns, rows):
        if self.size == (columns, rows):
            return  # The kernel tells nobody.
        self.size = (columns, rows)
        self.sizes.add(self.size)
        self.screen = Screen(columns, rows)
        self._set(self.size)

    def _set_plain_modes(self):
        """The kernel does nothing of its own while another program has the terminal: Ctrl+S does not stop the output, and
        Ctrl+C drops nothing of it, which a terminal that reads at once does not see anyway."""
        attributes = termios.tcgetattr(self.file)
        attributes[0] &= ~termios.IXON
        attributes[3] |= termios.NOFLSH
        termios.tcsetattr(self.file, termios.TCSANOW, attributes)

    def _set(self, size):
        fcntl.ioctl(self.file, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))

    # MARK: Output

    def read(self, longest):
        """Reads what there is, waiting for it at most `longest` seconds. Returns whether there was anything."""
        self._look()
        if not select.select([self.file], [], [], longest)[0]:
            return False
        try:
            data = os.read(self.file, 1 << 16)
        except OSError:  # The end of a pseudo-terminal on Linux.
            data = b""
        if not data:
            time.sleep(0.005)
            return False
        self.output += data
        del self.output[:-8000]
        self.total += len(data)
        self.screen.feed(data)
        self._check(data)
        return True

    def settle(self, quiet=0.05, longest=3.0):
        end = time.monotonic() + longest
        while self.is_running and time.monotonic() < end and self.read(quiet):
            pass

    def wait_for(self, text, longest=20.0):
        end = time.monotonic() + longest
        while text not in self.screen.text:
            if time.monotonic() > end or not self.is_running:
                raise Wrong(f"{text!r} did not appear; the screen is\n{self.screen.text}")
            self.read(0.1)

    def _check(self, data):
        data = self.rest + data
        self.rest = b""
        position = 0
        while position < len(data):
            token = TOKEN.match(data, position)
            if token is None:
                if UNFINISHED.match(data, position):
                    self.rest = data[position:]
                    return
                raise Wrong(f"the program wrote {data[max(0, position - 20):position + 20]!r}")
            position = token.end()
            if token["kind"]:
                self._control(token["parameters"], token["kind"])

    def _control(self, parameters, kind):
        numbers = [int(number) if number.isdigit() else 1 for number in parameters.split(b";")]
        columns, rows = (max(size[axis] for size in self.sizes) for axis in (0, 1))
        row = numbers[0] if kind in b"Hd" else 1
        column = numbers[0] if kind == b"G" else numbers[1] if kind == b"H" and len(numbers) > 1 else 1
        if row > rows or column > columns:
            raise Wrong(f"the program moved to column {column}, row {row} of {columns}×{rows}")
        if kind in b"hl" and parameters.startswith(b"?"):
            for mode in parameters[1:].split(b";"):
                self.modes[mode] = kind == b"h"
        if kind == b"t":
            self.titles += {b"22": 1, b"23": -1}.get(parameters.split(b";")[0], 0)
        if kind == b"u" and parameters[:1] in (b">", b"<"):
            self.keyboards += 1 if parameters[:1] == b">" else -1
        if kind == b"J":
            self.clears += 1

    # MARK: The process

    @property
    def is_running(self):
        self._look()
        return self.status is None

    def _look(self):
        """Learns whether the program has ended. Continues one that stopped itself as Ctrl+Z does, like a shell."""
        if self.status is not None:
            return
        if not select.select([self.reports], [], [], 0)[0]:
            return
        word = self.reports.readline().strip()
        if word == b"stopped":
            self.stops += 1
            self.wait_until_restored("when it was suspended")
            os.killpg(self.pid, signal.SIGCONT)
        else:
            self.status = int(word)

    def wait_for_end(self, longest):
        end = time.monotonic() + longest
        while self.is_running and time.monotonic() < end:
            self.read(0.02)
        while self.read(0.02):
            pass
        return not self.is_running

    def check_alive(self, longest=20.0):
        """Changes the size, which a program that still runs its loop answers with a new screen."""
        self.settle()
        clears = self.clears
        columns, rows = self.size
        self.resize(columns + 1 if columns < 300 else columns - 1, rows)
        end = time.monotonic() + longest
        while self.is_running and self.clears == clears:
            if time.monotonic() > end:
                raise Wrong(f"the program drew nothing for {longest:.0f} s after a new size {self.size}\n{self.state}")
            self.read(0.1)
        self.settle()
        self.sizes, self.past = {self.size} | (self.sizes - self.past), self.sizes

    @property
    def state(self):
        """The processes of the session, and what each thread of the program is doing if gdb is installed."""
        state = run(["ps", "-L", "-o", "pid,lwp,stat,wchan:20,time,comm", "--sid", str(self.shell)])
        if shutil.which("gdb"):
            state += run(["gdb", "--batch", "--pid", str(self.pid), "--eval-command", "thread apply all backtrace 40"])
        return state + f"the screen is\n{self.screen.text}"

    def wait_until_restored(self, when, longest=5.0):
        """What a stopped or dead program wrote may still be on its way through the kernel."""
        end = time.monotonic() + longest
        while True:
            while select.select([self.file], [], [], 0)[0]:
                self._check(os.read(self.file, 1 << 16))
            try:
                return self.check_restored(when)
            except Wrong:
                if time.monotonic() > end:
                    raise
                time.sleep(0.05)

    def check_restored(self, when):
        """The modes and the line discipline are as a shell needs them."""
        left = {mode.decode(): value for mode, value in self.modes.items() if value != NORMAL.get(mode, False)}
        # Of no harm to a shell: blinking of the cursor, which terminfo turns off.
        left.pop("12", None)
        if left or self.titles or self.keyboards:
            raise Wrong(f"modes {left}, titles {self.titles} and keyboards {self.keyboards} were left {when}")
        if termios.tcgetattr(self.file) != self.attributes:
            raise Wrong(f"the terminal's attributes were left changed {when}")

    def close(self):
        for pid in [self.pid] * (self.status is None) + [self.shell]:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        os.waitpid(self.shell, 0)
        self.reports.close()
        os.close(self.file)
