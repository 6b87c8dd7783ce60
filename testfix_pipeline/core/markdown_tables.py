"""Tables in Markdown, for the files that people read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence


def markdown_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table; a cell may have any text."""
    yield "| " + " | ".join(head) + " |"
    yield "|" + "---|" * len(head)
    for row in rows:
        yield "| " + " | ".join(map(markdown_cell, row)) + " |"


def markdown_cell(text: str) -> str:
    """Return any text as one cell of a table."""
    return " ".join(text.splitlines()).replace("|", "\\|")
