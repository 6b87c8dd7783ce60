"""Undoing what older texts of the file did otherwise: whole hunks, and single lines of them."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.source import SourceFile, first_line, header_end


def undo(target: Target) -> Iterator[Edit]:
    """Hunks at the statement put back to each older text; newer texts count more."""
    first, last = first_line(target.stmt), header_end(target.stmt)
    for age, older in enumerate(target.older[:8]):
        for edit in hunks(target.source, older, 0.95 / (1 + 0.15 * age)):
            begin = target.source.line_at(edit.start)
            end = target.source.line_at(max(edit.start, edit.end - 1))
            if begin <= last + 1 and end >= first - 1:
                yield edit


def hunks(source: SourceFile, older: str, prior: float) -> Iterator[Edit]:
    """One edit for each difference, and one for each line where a difference has as many lines on both sides."""
    now = source.text.split("\n")
    then = older.replace("\r\n", "\n").replace("\n", source.newline).split("\n")
    for tag, a, b, c, d in difflib.SequenceMatcher(None, now, then, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        yield _edit(source, now, a, b, then[c:d], prior, "hunk")
        if b - a == d - c > 1:
            for offset in range(b - a):
                yield _edit(
                    source, now, a + offset, a + offset + 1, then[c + offset : c + offset + 1], 0.8 * prior, "line"
                )
        elif tag == "replace" and 1 < d - c <= 6:
            for offset in range(d - c):
                yield _edit(source, now, b, b, then[c + offset : c + offset + 1], 0.4 * prior, "line back")


def _edit(source: SourceFile, now: list[str], a: int, b: int, new: list[str], prior: float, what: str) -> Edit:
    start = sum(len(line) + 1 for line in now[:a])
    end = start + sum(len(line) + 1 for line in now[a:b])
    text = "".join(line + "\n" for line in new)
    if end > len(source.text):
        end = len(source.text)
        text = text[:-1] if text else text
    return Edit(
        source.path, min(start, len(source.text)), end, text, "history undo", prior, a + 1, f"{what} of an older text"
    )
