"""The recent changes of the project as edits of its code as it is now: each change undone, and all up to one."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from testfix_pipeline.core.change_history import Change, ChangedPythonFile
from testfix_pipeline.repair.history.replacements import replacements
from testfix_pipeline.repair.history.undo import Undo, difference, restored, undo
from testfix_pipeline.repair.language.registry import language_of
from testfix_pipeline.repair.model.candidate import Candidate, Part
from testfix_pipeline.repair.model.edit import Edit, Replacement
from testfix_pipeline.repair.model.source_text import SourceText, Statement
from testfix_pipeline.repair.model.sources import Sources, is_test_side
from testfix_pipeline.repair.model.symptoms import FaultLocation

# Changes whose hunks are proposed one by one, and whose replacements are looked for elsewhere.
PROPOSED, MINED = 15, 8
# How much an undo counts by where it is: at a suspicious line, in the function of one, elsewhere in such a file.
SAME_FUNCTION, SAME_FILE, OTHER_FILE = 0.7, 0.4, 0.1
BLAMED = 1.4
"""How much more suspicious a line is where a change has been that broke the tests."""


@dataclass(frozen=True)
class PlacedUndo:
    """An undo and the file it belongs to."""

    source: SourceText
    undo: Undo

    @property
    def statements(self) -> list[Statement]:
        """What stands where the undo is, and on the lines beside it."""
        edit = self.undo.whole
        last = self.source.line_at(max(edit.start, edit.end - 1))
        near = (self.source.statements.get(line) for line in range(max(1, edit.line - 1), last + 2))
        return [stmt for stmt in dict.fromkeys(near) if stmt is not None]


def together(items: Collection[tuple[SourceText, Edit]], score: float) -> Candidate:
    """One candidate out of edits in any files. Its use may raise Overlap."""
    edits: dict[SourceText, tuple[Edit, ...]] = {}
    for source, edit in items:
        edits[source] = (*edits.get(source, ()), edit)
    return Candidate(tuple(Part(source, found) for source, found in edits.items()), score, "history")


class ChangeHistory:
    """Changes, newest first, over the sources of a tree. `weights` says how likely the undo of each is right."""

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

    def _of(self, index: int, file: ChangedPythonFile) -> Iterator[PlacedUndo]:
        note = f"of {self.changes[index].label}"
        if file.before is None:
            return
        if file.after is None or file.before_path != file.path:
            absent = self._absent(file.path if file.after is None else file.before_path)
            if absent is not None:
                yield PlacedUndo(absent, restored(absent, file.before, note))
        source = self.sources.source(file.path)
        if source is not None and file.after is not None:
            yield from (PlacedUndo(source, one) for one in undo(source, file.before, file.after, note))

    def _absent(self, path: str) -> SourceText | None:
        """A file that is not there, as an empty one; None where it is there or belongs to the tests."""
        if is_test_side(path) or os.path.lexists(self.sources.root / path):
            return None
        return self._missing.setdefault(path, language_of(path).read(path, b"", absent=True))

    def code_before(self, index: int) -> list[tuple[SourceText, Edit]]:
        """What turns the code into what it was before a change and all later ones, as hunks."""
        texts: dict[str, str | None] = {}
        for change in self.changes[: index + 1]:
            for file in change.files:
                texts[file.path] = file.before
        found: list[tuple[SourceText, Edit]] = []
        for path, text in texts.items():
            source = self.sources.source(path) or self._absent(path)
            if source is not None and text is not None:
                found += [(source, edit) for edit in difference(source, text)]
        return found

    @cached_property
    def replacements(self) -> tuple[Replacement, ...]:
        """What the latest changes replaced, for places that they missed."""
        files = [file for change in self.changes[:MINED] for file in change.files if not is_test_side(file.path)]
        return replacements((f.before, f.after) for f in files if f.before is not None and f.after is not None)

    def proposals(self, locations: Sequence[FaultLocation]) -> Iterator[tuple[float, PlacedUndo, Edit]]:
        """The undos of the latest changes, in whole and in part, with their scores, in no order."""
        places = Places(locations)
        for index in range(min(PROPOSED, len(self.changes))):
            for placed in self.undos(index):
                weight = self.weights[index] * places.weight(placed)
                yield from ((weight * edit.prior, placed, edit) for edit in edits_of(placed.undo))


def edits_of(one: Undo) -> tuple[Edit, ...]:
    """All edits of an undone change: the whole, its parts, pieces of these."""
    return (one.whole, *one.parts, *one.pieces)


class Places:
    """How suspicious the place of an undo is."""

    def __init__(self, locations: Sequence[FaultLocation]) -> None:
        self.lines: dict[tuple[str, int], float] = {}
        self.functions: dict[tuple[str, str], float] = {}
        self.files: dict[str, float] = {}
        for one in locations:
            self.lines[one.file, one.line] = max(one.score, self.lines.get((one.file, one.line), 0.0))
            self.functions[one.file, one.function] = max(one.score, self.functions.get((one.file, one.function), 0.0))
            self.files[one.file] = max(one.score, self.files.get(one.file, 0.0))

    def weight(self, placed: PlacedUndo) -> float:
        """How suspicious what a change touched is, from 0 to 1."""
        source, near = placed.source, placed.statements
        functions = [source.function_of(stmt) for stmt in near]
        names = {function.qualname if function else "<module>" for function in functions}
        return max(
            max((self.lines.get((source.path, stmt.lineno), 0.0) for stmt in near), default=0.0),
            SAME_FUNCTION * max((self.functions.get((source.path, name), 0.0) for name in names), default=0.0),
            SAME_FILE * self.files.get(source.path, 0.0),
            OTHER_FILE,
        )


def nearer(locations: Sequence[FaultLocation], blamed: Collection[PlacedUndo]) -> list[FaultLocation]:
    """The locations in a new order, those where a change that is to blame has been before the others of their score."""
    near = {(placed.source.path, stmt.lineno) for placed in blamed for stmt in placed.statements}
    raised = [
        replace(one, score=min(1.0, BLAMED * one.score)) if (one.file, one.line) in near else one for one in locations
    ]
    return sorted(raised, key=lambda one: (-one.score, one.file, one.line))
