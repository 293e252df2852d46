"""The time from a key to the last byte of its frame, and the bytes of the frame."""

import json
import statistics
from dataclasses import dataclass
from pathlib import Path

from program import Program

DOWN, UP, PAGE_DOWN, PAGE_UP = b"j", b"k", b"\x1b[6~", b"\x1b[5~"
ROUNDS = 40
# What a person reads with: rows, pages, both ends, panes and tabs.
READING = [DOWN, DOWN, UP, PAGE_DOWN, PAGE_UP, b"G", b"\x1b[H", b"]", b"[", b"\t", DOWN, b"\x1b[Z"]
TYPING = b'"name": "value", [1, 2]\r\x7f\x7f'


@dataclass(frozen=True)
class Keys:
    """The measurements of a series of keys: milliseconds, and bytes for each."""

    times: list[float]
    bytes_each: float

    @property
    def median(self) -> float:
        return statistics.median(self.times)

    @property
    def p99(self) -> float:
        return statistics.quantiles(self.times, n=100)[98]


def press(program: Program, keys: list[bytes]) -> Keys:
    times = []
    program.drawn = 0
    for key in keys:
        start = program.press(key)
        # Nothing is drawn for a key that changes nothing.
        if (end := program.wait_for_drawing(longest=0.5)) > start:
            times.append((end - start) * 1000)
    if len(times) < len(keys) / 2:
        raise RuntimeError(f"{len(times)} of {len(keys)} keys drew something; the screen is\n{program.screen.text}")
    return Keys(times, program.drawn / len(times))


def read(program: Program) -> Keys:
    """Reads a response that is shown."""
    return press(program, READING * ROUNDS)


def type_in_body(program: Program) -> Keys:
    """Types in the middle of a JSON body."""
    for keys in (b"2", b"gb", b"jj", b"e", PAGE_DOWN * 20):
        program.press(keys)
        program.settle()
    return press(program, [bytes([key]) for key in TYPING] * 12)


def big_body(folder: Path, size: int) -> Path:
    """Adds a request with a JSON body of about that many bytes."""
    rows = [{"id": number, "name": f"user {number}", "tags": ["a", "b"]} for number in range(size // 90)]
    request = folder / "body.json"
    request.write_text(json.dumps({"method": "POST", "url": "{{base}}/x", "body": {"json": rows}}, indent=2) + "\n")
    return request
