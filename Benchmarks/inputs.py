"""Random inputs of a person, a terminal and a cat on the keyboard."""

ESC = b"\x1b"
NAMED = [
    b"\r", b"\t", b"\x1b[Z", b"\x1b", b"\x7f", b"\x1b[3~", b"\x1b[2~", b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\x1b[D", b"\x1b[H",
    b"\x1b[F", b"\x1b[5~", b"\x1b[6~", b"\x1bOP", b"\x1bOQ", b"\x1bOR", b"\x1bOS", b"\x1b[15~", b"\x1b[17~", b"\x1b[18~",
    b"\x1b[19~", b"\x1b[20~", b"\x1b[21~", b"\x1b[23~", b"\x1b[24~", b"\x1b[1;5A", b"\x1b[1;5B", b"\x1b[1;5C", b"\x1b[1;5D",
    b"\x1b[1;2A", b"\x1b[1;2B", b"\x1b[1;2C", b"\x1b[1;2D", b"\x1b[1;3A", b"\x1b[1;3B", b"\x1b[1;3C", b"\x1b[1;3D",
    b"\x1b[1;5H", b"\x1b[1;5F", b"\x1bOA", b"\x1bOB", b"\x1b[13;5u", b"\x1b[27;5;13~", b"\x1b\r",
]
SIZES = [(1, 1), (2, 3), (19, 5), (20, 6), (40, 12), (59, 15), (60, 16), (80, 24), (99, 30), (160, 48), (200, 60), (300, 100)]
TEXTS = [
    "curl -X POST 'http://127.0.0.1:9/a?b=c' -H 'Accept: text/html' -d '{\"a\": 1}'", "http://127.0.0.1:9/x?y=1&z={{base}}",
    '{"a": [1, 2, {"b": null}], // comment\n "c": "é",}', "Name: value\nX-Other: 1\n# off: 2", "a=1&b=%20&c",
    "{{base}}/{{ten}}/{{$uuid}}", "漢字かな交じり文", "e\u0301e\u0302 👩‍👩‍👧‍👦 🇩🇪 \u200b\u202e", "\t\tindented\r\nlines\r\n", "query { a(b: 1) { c } }",
    "<a><b c='d'/></a>", "\x07\x1b[31mred\x1b]0;title\x07", "# heading\n\n- list\n  [link](http://127.0.0.1:9)", "x" * 5000,
    "line\n" * 400, "\u0000", "$..a", "|cat", "status:5xx since:2d", "/", "\\", "\"", "%s%n", "-1", "1e400",
]
# Words that are typed letter by letter: they reach commands, prompts and fields.
WORDS = [
    "settings", "history", "import", "export", "replace", "theme", "rename", "duplicate", "vim", "docs", "example", "layout",
    "delete", "new", "move", "copy", "undo", "redo", "search", "tab", "send", "env", "cookies", "tutorial", "guide", "plain",
]
# What ends the program, or asks whether to, is rare.
ENDS = b"qQ\x03\x04\x1a"
LETTERS = bytes(letter for letter in range(0x20, 0x7F) if letter not in ENDS)
CONTROLS = bytes(letter for letter in range(0x00, 0x20) if letter not in ENDS)


def paste(text):
    return ESC + b"[200~" + text.replace("\n", "\r").encode() + ESC + b"[201~"


def mouse(random, size):
    """A click, a drag, a wheel, or a report from outside of the screen."""
    def at(button, end=b"M"):
        column, row = random.randint(1, size[0] + 1), random.randint(1, size[1] + 1)
        return ESC + b"[<%d;%d;%d" % (button, column, row) + end

    kind = random.randrange(6)
    if kind < 2:
        return at(64 + random.randrange(4))
    if kind < 4:
        place = at(0)
        return (place + place[:-1] + b"m") * random.randint(1, 3)
    if kind < 5:
        return at(0) + b"".join(at(32) for _ in range(random.randint(1, 5))) + at(0, b"m")
    return ESC + b"[<%d;%d;%d" % (random.randrange(130), random.randrange(70000), random.randrange(70000)) + b"M"


def noise(random):
    """What terminals send by themselves, what lines cut, and bytes that are no text."""
    return random.choice([
        b"\x1b[I", b"\x1b[O", b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\", b"\x1b]11;rgb:0000/0000/0000\x07", b"\x1b[?62;4;22c",
        b"\x1b[6;18;9t", b"\x1b[?1u", b"\x1b[?2;0;800;600S", b"\x1bP>|cat\x1b\\", b"\xc3", b"\xf0\x9f", b"\xff\xfe", b"\xe2\x82",
        b"\x1b[", b"\x1b[1;", b"\x1bO", b"\x1b]", b"\x1b[99999999999999999999~", b"\x1b[200~", b"\x1b[201~", b"\x1b[M !!",
    ])


def any_input(random, size):
    """A few bytes, and a word for what they are."""
    kind = random.choices(
        ["letter", "named", "control", "alt", "paste", "mouse", "noise", "word", "number", "end", "bytes"],
        [30, 26, 5, 4, 4, 8, 3, 5, 4, 1, 1])[0]
    match kind:
        case "letter": return bytes([random.choice(LETTERS)])
        case "named": return random.choice(NAMED) * random.choice([1, 1, 1, 2, 5])
        case "control": return bytes([random.choice(CONTROLS)])
        case "alt": return ESC + bytes([random.choice(LETTERS.replace(b"[", b"").replace(b"O", b"").replace(b"]", b""))])
        case "paste": return paste(random.choice(TEXTS))
        case "mouse": return mouse(random, size)
        case "noise": return noise(random)
        case "word": return random.choice([b":", b"/", b"", b"", b"\x10"]) + random.choice(WORDS).encode() + random.choice([b"", b"\r", b"\x1b"])
        case "number": return str(random.randrange(2000)).encode()
        case "end": return bytes([random.choice(ENDS)])
        case "bytes": return bytes(random.randrange(256) for _ in range(random.randint(1, 12)))


def any_size(random):
    return random.choice(SIZES) if random.random() < 0.6 else (random.randint(1, 300), random.randint(1, 100))
