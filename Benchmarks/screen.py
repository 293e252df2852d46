"""A minimal terminal emulator for the output of curses to xterm, without colours."""

import re

TOKEN = re.compile(
    rb"\x1b\[([0-9;?]*)([ -/]*[@-~])|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[()][A-Z0-9]|\x1b.|[\x00-\x1f]|[^\x00-\x1f\x1b]+",
    re.DOTALL)


class Screen:
    def __init__(self, columns: int, lines: int):
        self.columns, self.lines = columns, lines
        self.cells = [[" "] * columns for _ in range(lines)]
        self.row = self.column = 0
        self.rest = b""

    def feed(self, data: bytes) -> None:
        data = self.rest + data
        # Keeps an incomplete sequence or character for the next chunk.
        cut = re.search(rb"\x1b[^a-zA-Z]{0,30}$|[\xc2-\xf4][\x80-\xbf]{0,2}$", data)
        end = cut.start() if cut else len(data)
        self.rest = data[end:]
        for token in TOKEN.finditer(data[:end]):
            if token.group(2):
                self.control(token.group(1), token.group(2))
            elif token.group(0)[:1] == b"\r":
                self.column = 0
            elif token.group(0)[:1] == b"\n":
                self.row = min(self.row + 1, self.lines - 1)
            elif token.group(0)[:1] == b"\b":
                self.column = max(0, self.column - 1)
            elif token.group(0)[0] >= 0x20:
                for character in token.group(0).decode(errors="replace"):
                    self.put(character)

    def put(self, character: str) -> None:
        if self.column < self.columns:
            self.cells[self.row][self.column] = character
        self.column += 1

    def control(self, parameters: bytes, kind: bytes) -> None:
        numbers = [int(part) if part.isdigit() else 1 for part in parameters.split(b";")] if parameters else []
        first = numbers[0] if numbers else 1
        row = self.cells[self.row]
        match kind:
            case b"H":
                self.row = min(first, self.lines) - 1
                self.column = (numbers[1] if len(numbers) > 1 else 1) - 1
            case b"G":
                self.column = first - 1
            case b"d":
                self.row = min(first, self.lines) - 1
            case b"A":
                self.row = max(0, self.row - first)
            case b"B":
                self.row = min(self.lines - 1, self.row + first)
            case b"C":
                self.column += first
            case b"D":
                self.column = max(0, self.column - first)
            case b"K" if not numbers:
                row[self.column:] = [" "] * (self.columns - self.column)
            case b"K":
                row[:self.column + 1] = [" "] * (self.column + 1)
            case b"X":
                row[self.column:self.column + first] = [" "] * first
            case b"b":
                for _ in range(first):
                    self.put(row[self.column - 1])
            case b"J":
                self.cells = [[" "] * self.columns for _ in range(self.lines)]

    @property
    def text(self) -> str:
        return "\n".join("".join(row[:self.columns]) for row in self.cells)
