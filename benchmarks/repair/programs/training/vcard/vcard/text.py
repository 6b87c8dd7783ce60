"""Escapes and long lines of vCards."""

WIDTH = 75


def escape(text):
    text = text.replace("\\", "\\\\")
    return text.replace(",", "\\,").replace(";", "\\;")


def unescape(text):
    result, chars = "", iter(text)
    for char in chars:
        if char == "\\":
            char = next(chars, "")
        result += char
    return result


def fold(line):
    """A logical line as lines of limited length, continuations begin with a blank."""
    pieces = [line[:WIDTH]]
    for start in range(WIDTH, len(line), WIDTH - 1):
        pieces.append(" " + line[start:start + WIDTH - 1])
    return "\r\n".join(pieces)


def unfold(text):
    lines = []
    for line in text.replace("\r\n", "\n").split("\n"):
        if line[:1] in (" ", "\t") and lines:
            lines[-1] += line[1:]
        elif line:
            lines.append(line)
    return lines
