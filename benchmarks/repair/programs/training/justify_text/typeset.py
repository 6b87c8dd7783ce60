"""Plain text paragraphs: wrapped, aligned, indented, justified."""

import re
import textwrap

ALIGNMENTS = ("left", "right", "centre", "justify")


def words_to_lines(words, width, first_indent=0):
    """Group words into lists that fit a width; the first line has less room.

    A word that's too long for a line stands alone.
    """
    lines, line, room = [], [], width - first_indent
    for word in words:
        length = sum(map(len, line)) + len(line) + len(word)
        if line and length > room:
            lines.append(line)
            line, room = [], width
        line.append(word)
    if line:
        lines.append(line)
    return lines


def justify(words, width):
    """One line of text, with blanks spread evenly; wider gaps come first."""
    if len(words) < 2:
        return "".join(words)
    gaps = len(words) - 1
    blanks = width - sum(map(len, words))
    each, more = divmod(blanks, len(words))
    pieces = []
    for number, word in enumerate(words[:-1]):
        pieces.append(word + " " * (each + (1 if number < more else 0)))
    return "".join(pieces) + words[-1]


def align(words, width, how, last=False):
    line = " ".join(words)
    if how == "justify" and not last:
        return justify(words, width)
    if how == "right":
        return line.rjust(width)
    if how == "centre":
        return line.center(width).rstrip()
    return line


def paragraph(text, width=72, how="left", first_indent=0):
    """Set one paragraph; returns its lines."""
    if how not in ALIGNMENTS:
        raise ValueError(f"unknown alignment {how!r}")
    lines = words_to_lines(text.split(), width, first_indent)
    result = []
    for number, words in enumerate(lines):
        room = width - first_indent if number == 0 else width
        result.append(align(words, room, how, last=number == len(lines) - 1))
    if result:
        result[0] = " " * first_indent + result[0]
    return result


def document(text, **options):
    """Set all paragraphs of a text, which are separated by empty lines."""
    blocks = re.split(r"\n\s*\n", textwrap.dedent(text).strip())
    return "\n\n".join("\n".join(paragraph(block, **options)) for block in blocks) + "\n"
