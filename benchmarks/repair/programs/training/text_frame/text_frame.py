"""Plain text layout: wrapping, alignment and lists."""

ALIGNMENTS = ("left", "right", "center", "justify")


def wrap(text, width):
    """Lines of at most `width` characters; words that are too long are cut."""
    if width < 1:
        raise ValueError("no room for text")
    lines = []
    line = ""
    for word in text.split():
        while len(word) > width:
            if line:
                lines.append(line)
                line = ""
            lines.append(word[:width])
            word = word[width:]
        if not word:
            continue
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    if line:
        lines.append(line)
    return lines


def justify(line, width):
    """Widen the gaps between the words, those on the left first."""
    words = line.split()
    if len(words) < 2:
        return line
    spaces = width - sum(len(word) for word in words)
    each, extra = divmod(spaces, len(words) - 1)
    result = words[0]
    for i, word in enumerate(words[1:]):
        result += " " * (each + (1 if i < extra else 0)) + word
    return result


def align(lines, width, how="left"):
    if how not in ALIGNMENTS:
        raise ValueError(f"unknown alignment {how!r}")
    if how == "right":
        return [line.rjust(width) for line in lines]
    if how == "center":
        return [line.center(width).rstrip() for line in lines]
    if how == "justify":
        return [justify(line, width) for line in lines[:-1]] + lines[-1:]
    return list(lines)


def paragraph(text, width, how="left"):
    return align(wrap(text, width), width, how)


def _hang(marker, text, width, how):
    """Text with a marker before its first line and blanks before the others."""
    body = paragraph(text, width - len(marker), how) or [""]
    blanks = " " * len(marker)
    lines = [marker + body[0]] + [blanks + line for line in body[1:]]
    return [line.rstrip() for line in lines]


def bullets(items, width, mark="-", how="left"):
    """A list; items that are lists themselves are set deeper."""
    lines = []
    for item in items:
        if isinstance(item, list):
            inner = bullets(item, width - 2, mark, how)
            lines.extend("  " + line for line in inner)
        else:
            lines.extend(_hang(f"{mark} ", item, width, how))
    return lines


def numbered(items, width, start=1, how="left"):
    """A list with numbers, whose texts all begin in the same column."""
    numbers = [f"{n}." for n in range(start, start + len(items))]
    size = len(numbers[0]) if numbers else 0
    lines = []
    for number, item in zip(numbers, items):
        lines.extend(_hang(number.rjust(size) + " ", item, width, how))
    return lines


def frame(lines, title=""):
    """A box around the lines."""
    inner = max([len(line) for line in lines] + [len(title)])
    top = f"+-{title.center(inner, '-')}-+"
    return [top, *(f"| {line.ljust(inner)} |" for line in lines), f"+-{'-' * inner}-+"]
