"""Greedy word wrapping for plain text messages."""


def wrap_words(words, width):
    """Lay `words` out in lines of at most `width` characters.

    Words longer than the width get a line of their own.
    """
    if width < 1:
        raise ValueError("width must be positive")
    lines = []
    current = []
    length = 0
    for word in words:
        extra = len(word) + (1 if current else 0)
        if current and length + extra > width:
            lines.append(" ".join(current))
            current = []
            length = 0
            extra = len(word)
        current.append(word)
        length += extra
    if current:
        lines.append(" ".join(current))
    return lines


def split_paragraphs(text):
    """Paragraphs are separated by one or more blank lines."""
    paragraphs = []
    current = []
    for line in text.splitlines():
        if line.strip():
            current.append(line)
        elif current:
            paragraphs.append(" ".join(current))
            current = []
    return paragraphs


def wrap_text(text, width=60, indent=""):
    """Wrap every paragraph; paragraphs stay separated by one blank line."""
    blocks = []
    for paragraph in split_paragraphs(text):
        lines = wrap_words(paragraph.split(), width - len(indent))
        blocks.append("\n".join(indent + line for line in lines))
    return "\n\n".join(blocks)


def quote(text, width=60):
    """Wrap text and mark each line as quoted."""
    out = []
    for line in wrap_text(text, width - 2).split("\n"):
        out.append(("> " + line).rstrip())
    return "\n".join(out)
