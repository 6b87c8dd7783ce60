"""Wrap paragraphs of plain text and align the lines."""
import re
from dataclasses import dataclass

ALIGNMENTS = ("left", "right", "center", "justify")


def paragraphs(text):
    """The paragraphs of a text as lists of words; blank lines separate them."""
    return [part.split() for part in re.split(r"\n\s*\n", text) if part.strip()]


def spread(words, width):
    """The words with spaces between them so that they fill the width.

    Gaps differ by one space at most; the wider ones come first.
    """
    if len(words) == 1:
        return words[0]
    gaps = len(words) - 1
    spaces = width - sum(len(word) for word in words)
    each, extra = divmod(spaces, gaps)
    line = words[0]
    for number, word in enumerate(words[1:]):
        line += " " * (each + (number < extra)) + word
    return line


@dataclass
class Layout:
    """`first` and `rest` are put before the first and the other lines of a paragraph."""

    width: int = 72
    align: str = "left"
    first: str = ""
    rest: str = ""

    def __post_init__(self):
        if self.align not in ALIGNMENTS:
            raise ValueError(f"unknown alignment {self.align}")
        if self.width <= max(len(self.first), len(self.rest)):
            raise ValueError("width too small")

    def _fill(self, words):
        """Distribute words to lines; a word that is too long has a line of its own."""
        lines = []
        current, length = [], 0
        room = self.width - len(self.first)
        for word in words:
            needed = len(word) + (1 if current else 0)
            if current and length + needed > room:
                lines.append(current)
                current, length = [], 0
                needed = len(word)
            current.append(word)
            length += needed
        if current:
            lines.append(current)
        return lines

    def _line(self, words, room, last):
        if self.align == "justify" and not last:
            return spread(words, room)
        text = " ".join(words)
        if self.align == "right":
            return text.rjust(room)
        if self.align == "center":
            return text.center(room).rstrip()
        return text

    def paragraph(self, words):
        filled = self._fill(words)
        result = []
        for number, line in enumerate(filled):
            prefix = self.first if number == 0 else self.rest
            last = number == len(filled) - 1
            result.append(prefix + self._line(line, self.width - len(prefix), last))
        return result

    def format(self, text):
        """The text with its paragraphs wrapped and a blank line between them."""
        return "\n\n".join("\n".join(self.paragraph(words)) for words in paragraphs(text))


def bullet_list(items, width=72, bullet="*"):
    """Items as a list whose lines after the first are indented to the item's text."""
    first = bullet + " "
    layout = Layout(width, first=first, rest=" " * len(first))
    return "\n".join(layout.format(item) for item in items)
