"""Texts in columns for the terminal."""

import textwrap


def break_word(word, width):
    """Pieces of a word that is too long, hyphens at the cuts."""
    pieces = []
    while len(word) > width:
        pieces.append(word[:width - 1] + "-")
        word = word[width:]
    pieces.append(word)
    return pieces


def wrap(text, width):
    """Lines of at most `width` characters; blank lines stay."""
    if width < 2:
        raise ValueError("a column has two characters at least")
    lines = []
    for paragraph in text.split("\n"):
        current = ""
        for word in paragraph.split():
            for piece in break_word(word, width):
                if not current:
                    current = piece
                elif len(current) + 1 + len(piece) <= width:
                    current += " " + piece
                else:
                    lines.append(current)
                    current = piece
        lines.append(current)
    return lines


def side_by_side(texts, width, gap=2):
    """Wrapped texts next to each other."""
    wrapped = [wrap(text, width) for text in texts]
    height = max(map(len, wrapped), default=0)
    rows = []
    for n in range(height):
        cells = [(lines[n] if n < len(lines) else "").ljust(width) for lines in wrapped]
        rows.append((" " * gap).join(cells).rstrip())
    return rows


def definition_list(pairs, width=40, indent=10):
    """Terms on the left, explanations on the right, a long term on a line of its own."""
    rows = []
    for term, explanation in pairs:
        lines = wrap(textwrap.dedent(explanation).strip(), width - indent)
        if len(term) >= indent:
            rows.append(term)
            term = ""
        for line in lines:
            rows.append((term.ljust(indent) + line).rstrip())
            term = ""
    return rows
