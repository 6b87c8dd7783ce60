"""The recent changes of the project as edits of the present code: each change undone, and all changes back to one."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from testfix_pipeline.core.change_history import Change, ChangedCodeFile
from testfix_pipeline.repair.history.undo import (
    TOKENS,
    Undo,
    edits_in_line,
    edits_to_text,
    lines_of,
    restore_file,
    undo_hunks,
)
from testfix_pipeline.repair.language.registry import language_of
from testfix_pipeline.repair.model.candidate import Candidate, Part
from testfix_pipeline.repair.model.edit import Edit, Replacement
from testfix_pipeline.repair.model.line_diff import MOST_ALIGNED, align_lines, hunks
from testfix_pipeline.repair.model.source_text import SourceText, Statement
from testfix_pipeline.repair.model.sources import Sources, is_test_side
from testfix_pipeline.repair.model.symptoms import FaultLocation

# The number of changes whose hunks are proposed one by one, and of those whose replacements are tried elsewhere.
PROPOSED, MINED = 15, 8
# The weight of an undo by its place: in the function of a suspicious line, elsewhere in its file, in another file.
SAME_FUNCTION, SAME_FILE, OTHER_FILE = 0.7, 0.4, 0.1
BREAKING_CHANGE_FACTOR = 1.4
"""The factor for the suspiciousness of a line that was touched by a change that broke the tests."""
MOST_REPLACEMENTS = 200


@dataclass(frozen=True)
class PlacedUndo:
    """An undo and its file."""

    source: SourceText
    undo: Undo

    @property
    def statements(self) -> list[Statement]:
        """The statements at the place of the undo and on the adjacent lines."""
        edit = self.undo.whole
        last = self.source.line_at(max(edit.start, edit.end - 1))
        near = (self.source.statements.get(line) for line in range(max(1, edit.line - 1), last + 2))
        return [stmt for stmt in dict.fromkeys(near) if stmt is not None]


def candidate_of_edits(items: Collection[tuple[SourceText, Edit]], score: float) -> Candidate:
    """A candidate of edits in any files. Using it may raise Overlap."""
    edits: dict[SourceText, tuple[Edit, ...]] = {}
    for source, edit in items:
        edits[source] = (*edits.get(source, ()), edit)
    return Candidate(tuple(Part(source, found) for source, found in edits.items()), score, "history")


class ChangeHistory:
    """Changes, newest first, over the sources of a tree. `weights`: the likelihood that the undo of each is right."""

    def __init__(self, sources: Sources, changes: Sequence[Change]) -> None:
        self.sources = sources
        self.changes = [change for change in changes if any(not is_test_side(file.path) for file in change.files)]
        self.weights = [1 / (1 + 0.15 * age) for age in range(len(self.changes))]
        self._undos: dict[int, list[PlacedUndo]] = {}
        self._missing: dict[str, SourceText] = {}

    def undos(self, index: int) -> list[PlacedUndo]:
        """The hunks of a change, each undone by itself."""
        if index not in self._undos:
            self._undos[index] = [placed for file in self.changes[index].files for placed in self._of(index, file)]
        return self._undos[index]

    def _of(self, index: int, file: ChangedCodeFile) -> Iterator[PlacedUndo]:
        note = f"of {self.changes[index].label}"
        if file.before is None:
            return
        if file.after is None or file.before_path != file.path:
            absent = self._absent(file.path if file.after is None else file.before_path)
            if absent is not None:
                yield PlacedUndo(absent, restore_file(absent, file.before, note))
        source = self.sources.source(file.path)
        if source is not None and file.after is not None:
            yield from (PlacedUndo(source, one) for one in undo_hunks(source, file.before, file.after, note))

    def _absent(self, path: str) -> SourceText | None:
        """A missing file as an empty one; None if it exists or belongs to the tests."""
        if is_test_side(path) or os.path.lexists(self.sources.root / path):
            return None
        return self._missing.setdefault(path, language_of(path).read(path, b"", absent=True))

    def code_before(self, index: int) -> list[tuple[SourceText, Edit]]:
        """The edits that restore the code from before a change and all later ones, as hunks."""
        texts: dict[str, str | None] = {}
        for change in self.changes[: index + 1]:
            for file in change.files:
                texts[file.path] = file.before
        found: list[tuple[SourceText, Edit]] = []
        for path, text in texts.items():
            source = self.sources.source(path) or self._absent(path)
            if source is not None and text is not None:
                found += [(source, edit) for edit in edits_to_text(source, text)]
        return found

    @cached_property
    def replacements(self) -> tuple[Replacement, ...]:
        """The replacements of the latest changes, for places that they missed."""
        files = [file for change in self.changes[:MINED] for file in change.files if not is_test_side(file.path)]
        return replacements((f.before, f.after) for f in files if f.before is not None and f.after is not None)

    def proposals(self, locations: Sequence[FaultLocation]) -> Iterator[tuple[float, PlacedUndo, Edit]]:
        """Yields (score, undo, edit) for the undos of the latest changes, in whole and in part, unordered."""
        places = SuspiciousPlaces(locations)
        for index in range(min(PROPOSED, len(self.changes))):
            for placed in self.undos(index):
                weight = self.weights[index] * places.weight(placed)
                yield from ((weight * edit.prior, placed, edit) for edit in edits_of(placed.undo))


def edits_of(one: Undo) -> tuple[Edit, ...]:
    """All edits of an undone change: the whole, its parts, and their pieces."""
    return (one.whole, *one.parts, *one.pieces)


class SuspiciousPlaces:
    """The suspiciousness of the places of undos."""

    def __init__(self, locations: Sequence[FaultLocation]) -> None:
        self.lines: dict[tuple[str, int], float] = {}
        self.functions: dict[tuple[str, str], float] = {}
        self.files: dict[str, float] = {}
        for one in locations:
            self.lines[one.file, one.line] = max(one.score, self.lines.get((one.file, one.line), 0.0))
            self.functions[one.file, one.function] = max(one.score, self.functions.get((one.file, one.function), 0.0))
            self.files[one.file] = max(one.score, self.files.get(one.file, 0.0))

    def weight(self, placed: PlacedUndo) -> float:
        """The suspiciousness of what a change touched, from 0 to 1."""
        source, near = placed.source, placed.statements
        functions = [source.function_of(stmt) for stmt in near]
        names = {function.qualname if function else "<module>" for function in functions}
        return max(
            max((self.lines.get((source.path, stmt.lineno), 0.0) for stmt in near), default=0.0),
            SAME_FUNCTION * max((self.functions.get((source.path, name), 0.0) for name in names), default=0.0),
            SAME_FILE * self.files.get(source.path, 0.0),
            OTHER_FILE,
        )


def raise_touched_locations(
    locations: Sequence[FaultLocation], breaking: Collection[PlacedUndo]
) -> list[FaultLocation]:
    """The locations in a new order: those that a breaking change touched have a higher score."""
    touched = {(placed.source.path, stmt.lineno) for placed in breaking for stmt in placed.statements}
    raised = [
        replace(one, score=min(1.0, BREAKING_CHANGE_FACTOR * one.score)) if (one.file, one.line) in touched else one
        for one in locations
    ]
    return sorted(raised, key=lambda one: (-one.score, one.file, one.line))


def replacements(changes: Iterable[tuple[str, str]]) -> tuple[Replacement, ...]:
    """The replacements in changes, given as texts (before, after); most frequent first."""
    counted = Counter(pair for before, after in changes for pair in _replaced_pairs(lines_of(before), lines_of(after)))
    return tuple(Replacement(old, new, times) for (old, new), times in counted.most_common(MOST_REPLACEMENTS))


def _replaced_pairs(before: Sequence[str], after: Sequence[str]) -> Iterator[tuple[str, str]]:
    for hunk in hunks(before, after):
        old, new = before[hunk.start : hunk.end], after[hunk.other_start : hunk.other_end]
        if max(len(old), len(new)) > MOST_ALIGNED:
            continue
        for part in align_lines(old, new):
            if part.end - part.start == part.other_end - part.other_start == 1:
                yield from _pairs_of_line(old[part.start], new[part.other_start])


def _pairs_of_line(before: str, after: str) -> Iterator[tuple[str, str]]:
    """Yields each change of a line, with the adjacent tokens if it would be ambiguous alone."""
    for start, end, text in _merged_changes(before, list(edits_in_line(before, after))):
        old = before[start:end]
        if re.search(r"[^\W\d]\w\w", old) and re.search(r"\w", text):
            yield old, text
            continue
        left = (TOKENS.findall(before[:start]) or [""])[-1]
        right = (TOKENS.findall(before[end:]) or [""])[0]
        wide = left + old + right
        if re.search(r"[^\W\d]\w\w", wide):
            yield wide, left + text + right


def _merged_changes(before: str, changes: Sequence[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """The changes of a line; those of one expression, with only brackets or dots between them, are merged."""
    found: list[tuple[int, int, str]] = []
    for start, end, text in changes:
        between = before[found[-1][1] : start] if found else " "
        if re.fullmatch(r"[().\[\]]*", between):
            found[-1] = (found[-1][0], end, found[-1][2] + between + text)
        else:
            found.append((start, end, text))
    return found
