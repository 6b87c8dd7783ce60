"""Undoing what an earlier change did to a file: whole hunks, changed lines of them, and changed tokens of those.

Undoing is the natural first guess for a test that used to pass. The text may have moved on since the change: hunks are
put where the lines around them lie now, at the indentation and with the names that are used there now.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from testfix_pipeline.repair.language.language import Language
from testfix_pipeline.repair.language.registry import language_of_source
from testfix_pipeline.repair.model.edit import Edit
from testfix_pipeline.repair.model.line_diff import MOST_ALIGNED, Hunk, LineMap, aligned, hunks
from testfix_pipeline.repair.model.source_text import SourceText

UNCHANGED_SINCE, CHANGED_SINCE = 0.95, 0.6
PART, PIECE = 0.8, 0.5
"""Shares of the prior: of one line or run of lines of a hunk, and of one of several changes in a line."""
KIND = "history.undo"

TOKENS = re.compile(r"[^\W\d]\w*|\d[\w.]*|\s+|[^\w\s]")
_NAME = re.compile(r"[^\W\d]\w*")


@dataclass(frozen=True)
class Undo:
    """A hunk put back. `parts` are the lines and runs of lines that make it up, `pieces` single changes within lines;
    each is empty where it would be the same as what is above it."""

    whole: Edit
    parts: tuple[Edit, ...] = ()
    pieces: tuple[Edit, ...] = ()


def undo(source: SourceText, before: str, after: str, note: str = "") -> list[Undo]:
    """The hunks of a change from `before` to `after`, undone in the text as it is now."""
    now, then, changed = lines_of(source.text), lines_of(before), lines_of(after)
    names = renamings(then, now, language_of_source(source))
    where = LineMap([_renamed(line, names) for line in changed], now)
    found = []
    for hunk in hunks(changed, then):
        place = where.place(hunk.start, hunk.end)
        lines = [*changed[hunk.start : hunk.end], *_lines(then, hunk)]
        if place is None or not _says_something(lines, language_of_source(source)):
            continue
        start, end, exact = place
        shift = ("", "") if exact or not hunk.start else (_indent_at(changed, hunk.start), _indent_at(now, start))
        new = [_renamed(_shifted(line, *shift), names) for line in _lines(then, hunk)]
        found.append(_undo(source, now, Hunk(start, end, 0, len(new)), new, exact, note))
    return found


def difference(source: SourceText, text: str) -> list[Edit]:
    """What turns the text as it is now into another one, as hunks."""
    now, then = lines_of(source.text), lines_of(text)
    return [
        _edit(source, now, hunk.start, hunk.end, _lines(then, hunk), UNCHANGED_SINCE, "") for hunk in hunks(now, then)
    ]


def restored(source: SourceText, text: str, note: str = "") -> Undo:
    """A file that is gone put back; `source` is the empty text."""
    return Undo(Edit(source.path, 0, 0, text, KIND, CHANGED_SINCE, 1, f"{note}, file restored"))


def lines_of(text: str) -> list[str]:
    """The lines without their ends; a text that ends with a newline has an empty last one."""
    return text.replace("\r\n", "\n").split("\n")


def _lines(then: Sequence[str], hunk: Hunk) -> Sequence[str]:
    return then[hunk.other_start : hunk.other_end]


def _says_something(lines: Sequence[str], language: Language) -> bool:
    return any(line.strip() and not language.is_comment(line) for line in lines)


def _indent_at(lines: Sequence[str], start: int) -> str:
    """The indentation of the last line with text before `start`."""
    line = next((line for line in reversed(lines[:start]) if line.strip()), "")
    return line[: len(line) - len(line.lstrip())]


def _shifted(line: str, old: str, new: str) -> str:
    return new + line[len(old) :] if line.startswith(old) else line


def _undo(source: SourceText, now: Sequence[str], place: Hunk, new: Sequence[str], exact: bool, note: str) -> Undo:
    prior = UNCHANGED_SINCE if exact else CHANGED_SINCE
    whole = _edit(source, now, place.start, place.end, new, prior, note)
    parts, pieces = [], []
    for part in aligned(now[place.start : place.end], new):
        lines = _lines(new, part)
        start, end = place.start + part.start, place.start + part.end
        if _says_something([*now[start:end], *lines], language_of_source(source)):
            parts.append(_edit(source, now, start, end, lines, PART * prior, f"{note}, part of a hunk"))
        if end - start == len(lines) == 1:
            pieces += _within(source, start, now[start], lines[0], PIECE * prior, f"{note}, part of a line")
    return Undo(whole, tuple(parts) if len(parts) > 1 else (), tuple(pieces))


def _within(source: SourceText, line: int, now: str, then: str, prior: float, note: str) -> list[Edit]:
    """The changes between two versions of a line, one by one; none where there is only one."""
    found = []
    offset = source.line_starts[line]
    for start, end, text in edits_in_line(now, then):
        found.append(Edit(source.path, offset + start, offset + end, text, KIND, prior, line + 1, note))
    return found if len(found) > 1 else []


def edits_in_line(now: str, then: str) -> Iterator[tuple[int, int, str]]:
    """(start, end, text): what to replace in `now` so that it becomes `then`, token by token."""
    old, new = TOKENS.findall(now), TOKENS.findall(then)
    starts = [0]
    for token in old:
        starts.append(starts[-1] + len(token))
    for tag, a, b, c, d in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            yield starts[a], starts[b], "".join(new[c:d])


def _edit(
    source: SourceText, now: Sequence[str], first: int, end: int, new: Sequence[str], prior: float, note: str
) -> Edit:
    """Lines `first` to `end` (from 0) replaced; the last line of a text may have no end."""
    starts = source.line_starts
    begin = starts[first] if first < len(now) else len(source.text)
    stop = starts[end] if end < len(now) else len(source.text)
    text = "".join(line + source.newline for line in new)
    if end == len(now):
        text = text.removesuffix(source.newline)
        if new and first == end:
            text = source.newline + text
        elif not new and first:
            begin = len(source.text[:begin].removesuffix("\n").removesuffix("\r"))
    return Edit(source.path, begin, stop, text, KIND, prior, first + 1, note)


def renamings(then: Sequence[str], now: Sequence[str], language: Language) -> dict[str, str]:
    """Names that the earlier text binds and that are called otherwise now: replaced, not used any more, and new."""
    known, new = set(_NAME.findall("\n".join(then))), set(_NAME.findall("\n".join(now)))
    pairs = {pair for pair in _replaced_names(then, now) if pair[0] not in new and pair[1] not in known}
    if not pairs:
        return {}
    bound, bound_now = (language.bound_names("\n".join(lines)) for lines in (then, now))
    return {old: name for old, name in sorted(pairs) if old in bound and name in bound_now}


def _replaced_names(then: Sequence[str], now: Sequence[str]) -> Iterator[tuple[str, str]]:
    for hunk in hunks(then, now):
        if max(hunk.end - hunk.start, hunk.other_end - hunk.other_start) > MOST_ALIGNED:
            continue
        for part in aligned(then[hunk.start : hunk.end], _lines(now, hunk)):
            old, new = then[hunk.start : hunk.end][part.start : part.end], _lines(_lines(now, hunk), part)
            if len(old) == len(new) == 1:
                for start, end, text in edits_in_line(old[0], new[0]):
                    yield old[0][start:end], text


def _renamed(line: str, names: Mapping[str, str]) -> str:
    return _NAME.sub(lambda match: names.get(match[0], match[0]), line) if names else line
