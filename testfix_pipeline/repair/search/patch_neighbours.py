"""Patches of models in the search: the patches themselves, what they may mean, and edits of the code after them.

A patch that fails is taken as a starting point. On the text that it leads to the usual producers of edits are asked for
their proposals: on the lines it changed first, then in the same functions, then at the places that are suspicious
anyhow, for a patch may lack a part. Every proposal is given as a change of the code as it is.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from testfix_pipeline.repair.history.undo import difference, lines_of, undo
from testfix_pipeline.repair.language.registry import language_of
from testfix_pipeline.repair.model.candidate import Candidate, Part
from testfix_pipeline.repair.model.edit import Edit, apply_spans
from testfix_pipeline.repair.model.line_diff import hunks
from testfix_pipeline.repair.model.source_text import SourceText
from testfix_pipeline.repair.model.sources import Sources, is_test_side
from testfix_pipeline.repair.model.symptoms import FaultLocation
from testfix_pipeline.repair.patches.diff_text import UnreadablePatch
from testfix_pipeline.repair.patches.variants import Variant, variants
from testfix_pipeline.repair.search.space import Space, candidates, is_new, unseen

KIND, VARIED = "patch", "patch.varied"
FIRST = 3.0
"""Above all edits: what was proposed is tried before it is varied."""
CHANGED, SAME_FUNCTION, ELSEWHERE = 0.9, 0.45, 0.3
"""How suspicious the lines are that a patch changed, others of their functions, and, of what they are anyhow, all
others."""
NEARER = 2.0
"""How much likelier an edit is beside a model's patch than the same edit of the code as it is."""
PRIOR, VARIED_PRIOR = 0.95, 0.6
MOST_STARTS = 6
"""Variants of one patch that edits start from."""


def with_patches(space: Space, notes: list[str], seen: set[int], proposals: Iterator[Candidate]) -> Iterator[Candidate]:
    """The proposals of a search with those that the space's patches lead to, most promising first; `seen` as there."""
    if not space.patches:
        return proposals
    return heapq.merge(unseen(_from_patches(space, notes), seen), proposals, key=lambda one: -one.score)


def _from_patches(space: Space, notes: list[str]) -> Iterator[Candidate]:
    starts: list[Variant] = []
    for number, patch in enumerate(space.patches):
        try:
            found = variants(patch, space.sources.root)
        except UnreadablePatch as error:
            notes.append(f"A patch can't be a starting point: {error}")
            continue
        starts += [replace(one, likelihood=one.likelihood / (1 + 0.1 * number)) for one in found]
    streams = [_as_they_are(space, starts)]
    streams += [_in_part(space, one) for one in starts if not one.note]
    streams += [_around(space, one, notes) for one in sorted(starts, key=lambda one: -one.likelihood)[:MOST_STARTS]]
    return heapq.merge(*(_allowed(space, stream) for stream in streams), key=lambda one: -one.score)


def _allowed(space: Space, found: Iterator[Candidate | None]) -> Iterator[Candidate]:
    """Those that could be made, that may be tried and that are new."""
    known: set[int] = set()
    for candidate in found:
        if candidate is not None and space.allows(candidate) and is_new(candidate, known):
            yield candidate


def _as_they_are(space: Space, starts: Sequence[Variant]) -> Iterator[Candidate | None]:
    for one in sorted(starts, key=lambda one: -one.likelihood):
        score = one.likelihood * (FIRST if not one.note else NEARER * CHANGED)
        yield _candidate(space, one.texts, score, one.note)


def _in_part(space: Space, start: Variant) -> Iterator[Candidate | None]:
    """A patch without one run of its lines, or without one of the changes it makes within a line."""
    found = []
    for path, text in start.texts.items():
        source = _original(space.sources, path)
        if source is None or source.absent:
            continue
        patched = _Patched(space.sources, {path: text}).source(path)
        for edit in _undone(patched, source.text) if patched is not None else []:
            texts = {**start.texts, path: apply_spans(text, edit.spans)}
            found.append((edit.prior, texts))
    for prior, texts in sorted(found, key=lambda one: -one[0]):
        yield _candidate(space, texts, NEARER * CHANGED * start.likelihood * prior, "a part of it taken back")


def _undone(patched: SourceText, before: str) -> list[Edit]:
    return [edit for one in undo(patched, before, patched.text) for edit in (one.whole, *one.parts, *one.pieces)]


def _around(space: Space, start: Variant, notes: list[str]) -> Iterator[Candidate | None]:
    """Edits of the code as a variant leaves it, as changes of the code as it is."""
    patched = _Patched(space.sources, start.texts)
    if not patched.parses:
        return
    locations = _locations(space, patched)
    there = Space(patched, locations, space.failure_evidence, order=space.order)
    for found in candidates(there, notes):
        texts = {**start.texts, **found.texts}
        said = f"{start.note or 'as it came'}, and {found.description}"
        yield _candidate(space, texts, NEARER * start.likelihood * found.score, said)


def _candidate(space: Space, texts: Mapping[str, str], score: float, note: str) -> Candidate | None:
    """The change from the code as it is to these texts, hunk by hunk; None where a file can't be read.

    `note` says how it differs from what was proposed, "" where it does not.
    """
    kind, prior = (VARIED, VARIED_PRIOR) if note else (KIND, PRIOR)
    parts = []
    for path, text in texts.items():
        source = _original(space.sources, path)
        if source is None:
            return None
        edits = [replace(edit, kind=kind, prior=prior, note="") for edit in _edits(source, text)]
        if edits:
            parts.append(Part(source, tuple(edits)))
    if not parts:
        return None
    first = parts[0]
    named = replace(first.edits[0], note=note or "as it came")
    parts[0] = Part(first.source, (named, *first.edits[1:]))
    return Candidate(tuple(parts), score, KIND)


def _edits(source: SourceText, text: str) -> Sequence[Edit]:
    if source.absent:
        return [Edit(source.path, 0, 0, text, KIND, PRIOR, 1)]
    return difference(source, text)


def _original(sources: Sources, path: str) -> SourceText | None:
    """A file as it is; one that is not there yet, as an empty one."""
    if (sources.root / path).is_file():
        return sources.source(path)
    return None if is_test_side(path) else language_of(path).read(path, b"", absent=True)


class _Patched(Sources):
    """The sources of a tree as a patch leaves them."""

    def __init__(self, sources: Sources, texts: Mapping[str, str]) -> None:
        super().__init__(sources.root, sources.test_files)
        self.originals = sources
        self.texts = texts
        self.parses = True
        for path, text in texts.items():
            self._files[path] = self._parsed(path, text)

    def _parsed(self, path: str, text: str) -> SourceText | None:
        try:
            return language_of(path).read(path, text.encode())
        except (SyntaxError, ValueError, RecursionError):
            self.parses = False
            return None


def _locations(space: Space, patched: _Patched) -> list[FaultLocation]:
    """The places to edit: what the patch changed, the rest of those functions, and all that is suspicious anyhow."""
    found: dict[tuple[str, int], FaultLocation] = {}
    for path in patched.texts:
        for one in _in_file(space, patched, path):
            found[one.file, one.line] = one
    for location in space.locations:
        if location.file not in patched.texts:
            found.setdefault((location.file, location.line), replace(location, score=ELSEWHERE * location.score))
    return sorted(found.values(), key=lambda one: (-one.score, one.file, one.line))


def _in_file(space: Space, patched: _Patched, path: str) -> Iterator[FaultLocation]:
    source = patched.source(path)
    assert source is not None
    lines, moved = _changed_lines(space.sources.root / path, source)
    changed = {source.statements[line] for line in lines if line in source.statements}
    functions = {source.function_of(stmt) for stmt in changed} - {None}
    known = {moved[one.line]: one.score for one in space.locations if one.file == path and one.line in moved}
    for stmt in dict.fromkeys(source.statements.values()):
        function = source.function_of(stmt)
        near = SAME_FUNCTION if function in functions else 0.0
        score = CHANGED if stmt in changed else max(near, ELSEWHERE * known.get(stmt.lineno, 0.0))
        if score > 0:
            yield FaultLocation(path, stmt.lineno, score, function.qualname if function else "<module>", "patch")


def _changed_lines(file: Path, source: SourceText) -> tuple[set[int], dict[int, int]]:
    """The lines of the patched text that differ, with those beside a deletion; and where the other lines came from."""
    now = lines_of(source.text)
    try:
        before = lines_of(file.read_bytes().decode(source.encoding))
    except OSError:
        return set(range(1, len(now) + 1)), {}
    changed: set[int] = set()
    moved: dict[int, int] = {}
    line, shift = 0, 0
    for hunk in [*hunks(before, now), None]:
        stop = hunk.start if hunk else len(before)
        moved.update((old + 1, old + shift + 1) for old in range(line, stop))
        if hunk:
            deletes = hunk.other_start == hunk.other_end
            changed.update(range(hunk.other_start + (not deletes), hunk.other_end + 1 + deletes))
            line, shift = hunk.end, hunk.other_end - hunk.end
    return changed, moved
