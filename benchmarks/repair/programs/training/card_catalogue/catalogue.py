"""Lays out library cards: wrapped titles, justified text, dotted leaders."""


def wrap(text, width):
    lines, line = [], ""
    for word in text.split():
        if not line:
            line = word
        elif len(line) + len(word) <= width:
            line += " " + word
        else:
            lines.append(line)
            line = word
    if line:
        lines.append(line)
    return lines


def justify(line, width):
    """Spaces spread from the left."""
    words = line.split()
    if len(words) < 2:
        return line.ljust(width)
    spaces = width - sum(map(len, words))
    each, extra = divmod(spaces, len(words) - 1)
    out = words[0]
    for number, word in enumerate(words[1:]):
        out += " " * (each + (1 if number < extra else 0)) + word
    return out


def paragraph(text, width):
    lines = wrap(text, width)
    return [justify(line, width) for line in lines[:-1]] + lines[-1:]


def leader(left, right, width):
    dots = width - len(left) - len(right) - 2
    return f"{left} {'.' * max(dots, 2)} {right}"


def card(title, author, shelf, width=30):
    head = wrap(title, width)
    return "\n".join([*head, author.rjust(width), leader("shelf", shelf, width)])
