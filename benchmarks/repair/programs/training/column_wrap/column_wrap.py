"""Lay out table cells in fixed-width columns with word wrapping."""

from itertools import zip_longest
from typing import Iterable, List, Sequence


def wrap(text: str, width: int) -> List[str]:
    """Break *text* into lines of at most *width* characters.

    Words that are too long are cut; existing line breaks are kept.
    """
    if width < 1:
        raise ValueError("width must be positive")
    lines: List[str] = []
    for paragraph in text.split("\n"):
        current = ""
        for word in paragraph.split():
            if current and len(current) + 1 + len(word) <= width:
                current += " " + word
                continue
            if current:
                lines.append(current)
            current = word
        lines.append(current)
    return lines


def align(line: str, width: int, how: str) -> str:
    """Pad *line* according to ``<``, ``>`` or ``^``."""
    if how not in ("<", ">", "^"):
        raise ValueError(f"unknown alignment {how!r}")
    return format(line, f"{how}{width}")


def layout_row(
    cells: Sequence[str],
    widths: Sequence[int],
    aligns: Sequence[str],
    sep: str = " | ",
) -> List[str]:
    """Return the text lines of one table row."""
    if not len(cells) == len(widths) == len(aligns):
        raise ValueError("cells, widths and aligns differ in length")
    columns = [wrap(cell, width) for cell, width in zip(cells, widths)]
    out = []
    for pieces in zip_longest(*columns, fillvalue=""):
        padded = [align(p, w, a) for p, w, a in zip(pieces, widths, aligns)]
        out.append(sep.join(padded).rstrip())
    return out


def table(
    rows: Iterable[Sequence[str]], widths: Sequence[int], aligns: str = ""
) -> str:
    """Lay out all rows, with a rule under the first one."""
    aligns = aligns or "<" * len(widths)
    lines: List[str] = []
    for index, row in enumerate(rows):
        lines.extend(layout_row(row, widths, aligns))
        if index == 0:
            lines.append("-+-".join("-" * w for w in widths))
    return "\n".join(lines)
