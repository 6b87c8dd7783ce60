"""Shows bytes as a table of hexadecimal numbers and characters, and reads such tables again."""

import re

WIDTH = 16
LINE = re.compile(r"(?P<offset>[0-9a-f]{6,})(?:  (?P<bytes>[0-9a-f ]*?)\s*(?:\|.*\|)?)?")


class HexError(ValueError):
    """A table that can't be read."""


def printable(byte):
    return chr(byte) if 0x20 <= byte < 0x7F else "."


def chunks(data, width):
    for start in range(0, len(data), width):
        yield start, data[start : start + width]


def format_line(offset, chunk, width):
    """One line: the offset, the bytes in two groups, the characters. A short line keeps the columns."""
    half = (width + 1) // 2
    left = " ".join(f"{byte:02x}" for byte in chunk[:half])
    right = " ".join(f"{byte:02x}" for byte in chunk[half:])
    columns = f"{left}  {right}" if right else left
    room = 3 * width if width > 1 else 2
    text = "".join(printable(byte) for byte in chunk)
    return f"{offset:06x}  {columns:<{room}}  |{text}|"


def dump(data, width=WIDTH, squeeze=True):
    """The table as a list of lines; the last one is the length alone.

    With `squeeze`, lines that repeat the bytes of the one above are replaced by a single `*`.
    """
    if width < 1:
        raise ValueError("width must be positive")
    lines = []
    previous = None
    squeezed = False
    for offset, chunk in chunks(data, width):
        if squeeze and chunk == previous:
            if not squeezed:
                lines.append("*")
                squeezed = True
            continue
        lines.append(format_line(offset, chunk, width))
        previous = chunk
    lines.append(f"{len(data):06x}")
    return lines


def load(lines):
    """The bytes of a table that was written by `dump`."""
    data = bytearray()
    last = b""
    repeat = False
    for line in lines:
        line = line.rstrip()
        if not line:
            continue
        if line == "*":
            if not last:
                raise HexError("there is nothing to repeat")
            repeat = True
            continue
        match = LINE.fullmatch(line)
        if match is None:
            raise HexError(f"can't read {line!r}")
        offset = int(match["offset"], 16)
        while repeat and len(data) < offset:
            data += last
        repeat = False
        if len(data) != offset:
            raise HexError(f"{line!r} should begin with {len(data):06x}")
        last = bytes.fromhex(match["bytes"] or "")
        data += last
    return bytes(data)


def differences(first, second, width=WIDTH):
    """The lines in which two pieces of data differ, the first marked with `-` and the second with `+`."""
    lines = []
    for offset in range(0, max(len(first), len(second)), width):
        old, new = first[offset : offset + width], second[offset : offset + width]
        if old == new:
            continue
        if old:
            lines.append("-" + format_line(offset, old, width))
        if new:
            lines.append("+" + format_line(offset, new, width))
    return lines
