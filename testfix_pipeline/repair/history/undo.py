"""Undoes an earlier change of a file: whole hunks, single changed lines, and changed tokens in lines.

An undo is the natural first guess for a test that used to pass. The text may have changed since: hunks are placed where
the surrounding lines are now, with the present indentation and names.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from testfix_pipeline.repair.language.language import Language
from testfix_pipeline.repair.language.registry import language_of_source
from testfix_pipeline.repair.model.edit import Edit
from testfix_pipeline.repair.model.line_diff import MOST_ALIGNED, Hunk, LineMap, align_lines, hunks
from testfix_pipeline.repair.model.source_text import SourceText

UNCHANGED_SINCE, CHANGED_SINCE = 0.95, 0.6
PART, PIECE = 0.8, 0.5
"""The factors of the prior for one line or run of lines of a hunk, and for one of several changes in a line."""
KIND = "history.undo"

TOKENS = re.compile(r"[^\W\d]\w*|\d[\w.]*|\s+|[^\w\s]")
_NAME = re.compile(r"[^\W\d]\w*")


@dataclass(frozen=True)
class Undo:
    """An undone hunk. `parts` are its lines and runs of lines, `pieces` single changes within lines; each is empty if
    it would equal the next larger one."""

    whole: Edit
    parts: tuple[Edit, ...] = ()
    pieces: tuple[Edit, ...] = ()


def undo_hunks(source: SourceText, before: str, after: str, note: str = "") -> list[Undo]:
    """The hunks of a change from `before` to `after`, undone in the present text."""
    lines_now, lines_before, lines_after = lines_of(source.text), lines_of(before), lines_of(after)
    names = renamings(lines_before, lines_now, language_of_source(source))
    line_map = LineMap([_with_new_names(line, names) for line in lines_after], lines_now)
    found = []
    for hunk in hunks(lines_after, lines_before):
        place = line_map.place(hunk.start, hunk.end)
        lines = [*lines_after[hunk.start : hunk.end], *_other_lines(lines_before, hunk)]
        if place is None or not _has_code(lines, language_of_source(source)):
            continue
        start, end, exact = place
        shift = (
            ("", "") if exact or not hunk.start else (_indent_at(lines_after, hunk.start), _indent_at(lines_now, start))
        )
        new = [_with_new_names(_reindented(line, *shift), names) for line in _other_lines(lines_before, hunk)]
        found.append(_undo(source, lines_now, Hunk(start, end, 0, len(new)), new, exact, note))
    return found


def edits_to_text(source: SourceText, text: str) -> list[Edit]:
    """The edits that turn the present text into another one, as hunks."""
    old_lines, new_lines = lines_of(source.text), lines_of(text)
    return [
        _edit(source, old_lines, hunk.start, hunk.end, _other_lines(new_lines, hunk), UNCHANGED_SINCE, "")
        for hunk in hunks(old_lines, new_lines)
    ]


def restore_file(source: SourceText, text: str, note: str = "") -> Undo:
    """The undo that restores a deleted file; `source` is the empty text."""
    return Undo(Edit(source.path, 0, 0, text, KIND, CHANGED_SINCE, 1, f"{note}, file restored"))


def lines_of(text: str) -> list[str]:
    """The lines without their ends; a text that ends with a newline has an empty last one."""
    return text.replace("\r\n", "\n").split("\n")


def _other_lines(lines: Sequence[str], hunk: Hunk) -> Sequence[str]:
    return lines[hunk.other_start : hunk.other_end]


def _has_code(lines: Sequence[str], language: Language) -> bool:
    return any(line.strip() and not language.is_comment(line) for line in lines)


def _indent_at(lines: Sequence[str], start: int) -> str:
    """The indentation of the last line with text before `start`."""
    line = next((line for line in reversed(lines[:start]) if line.strip()), "")
    return line[: len(line) - len(line.lstrip())]


def _reindented(line: str, old: str, new: str) -> str:
    return new + line[len(old) :] if line.startswith(old) else line


def _undo(
    source: SourceText, lines_now: Sequence[str], place: Hunk, new: Sequence[str], exact: bool, note: str
) -> Undo:
    prior = UNCHANGED_SINCE if exact else CHANGED_SINCE
    whole = _edit(source, lines_now, place.start, place.end, new, prior, note)
    parts, pieces = [], []
    for part in align_lines(lines_now[place.start : place.end], new):
        lines = _other_lines(new, part)
        start, end = place.start + part.start, place.start + part.end
        if _has_code([*lines_now[start:end], *lines], language_of_source(source)):
            parts.append(_edit(source, lines_now, start, end, lines, PART * prior, f"{note}, part of a hunk"))
        if end - start == len(lines) == 1:
            pieces += _changes_within_line(
                source, start, lines_now[start], lines[0], PIECE * prior, f"{note}, part of a line"
            )
    return Undo(whole, tuple(parts) if len(parts) > 1 else (), tuple(pieces))


def _changes_within_line(
    source: SourceText, line: int, line_now: str, target_line: str, prior: float, note: str
) -> list[Edit]:
    """The changes between two versions of a line, one by one; empty if there is only one."""
    found = []
    offset = source.line_starts[line]
    for start, end, text in edits_in_line(line_now, target_line):
        found.append(Edit(source.path, offset + start, offset + end, text, KIND, prior, line + 1, note))
    return found if len(found) > 1 else []


def edits_in_line(line: str, target: str) -> Iterator[tuple[int, int, str]]:
    """Yields (start, end, text) of the replacements that turn `line` into `target`, token by token."""
    old, new = TOKENS.findall(line), TOKENS.findall(target)
    starts = [0]
    for token in old:
        starts.append(starts[-1] + len(token))
    for tag, a, b, c, d in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            yield starts[a], starts[b], "".join(new[c:d])


def _edit(
    source: SourceText, lines: Sequence[str], first: int, end: int, new: Sequence[str], prior: float, note: str
) -> Edit:
    """An edit that replaces lines `first` to `end` (from 0); the last line of a text may have no line end."""
    starts = source.line_starts
    begin = starts[first] if first < len(lines) else len(source.text)
    stop = starts[end] if end < len(lines) else len(source.text)
    text = "".join(line + source.newline for line in new)
    if end == len(lines):
        text = text.removesuffix(source.newline)
        if new and first == end:
            text = source.newline + text
        elif not new and first:
            begin = len(source.text[:begin].removesuffix("\n").removesuffix("\r"))
    return Edit(source.path, begin, stop, text, KIND, prior, first + 1, note)


def renamings(lines_before: Sequence[str], lines_now: Sequence[str], language: Language) -> dict[str, str]:
    """The names that the earlier text binds and the present text binds under another name: replaced,
    unused, and new."""
    known, new = set(_NAME.findall("\n".join(lines_before))), set(_NAME.findall("\n".join(lines_now)))
    pairs = {pair for pair in _replaced_names(lines_before, lines_now) if pair[0] not in new and pair[1] not in known}
    if not pairs:
        return {}
    bound, bound_now = (language.bound_names("\n".join(lines)) for lines in (lines_before, lines_now))
    return {old: name for old, name in sorted(pairs) if old in bound and name in bound_now}


def _replaced_names(lines_before: Sequence[str], lines_now: Sequence[str]) -> Iterator[tuple[str, str]]:
    for hunk in hunks(lines_before, lines_now):
        if max(hunk.end - hunk.start, hunk.other_end - hunk.other_start) > MOST_ALIGNED:
            continue
        for part in align_lines(lines_before[hunk.start : hunk.end], _other_lines(lines_now, hunk)):
            old, new = (
                lines_before[hunk.start : hunk.end][part.start : part.end],
                _other_lines(_other_lines(lines_now, hunk), part),
            )
            if len(old) == len(new) == 1:
                for start, end, text in edits_in_line(old[0], new[0]):
                    yield old[0][start:end], text


def _with_new_names(line: str, names: Mapping[str, str]) -> str:
    return _NAME.sub(lambda match: names.get(match[0], match[0]), line) if names else line
