"""Patches of models in the search: the patches themselves, their variants, and edits of the code after them.

A failing patch is a starting point. The usual producers propose edits of its result: first on the lines that it
changed, then in the same functions, then at other suspicious places, for a patch may lack a part. Every proposal is
expressed as a change of the original code.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from testfix_pipeline.repair.history.undo import edits_to_text, lines_of, undo_hunks
from testfix_pipeline.repair.language.registry import language_of
from testfix_pipeline.repair.model.candidate import Candidate, Part
from testfix_pipeline.repair.model.edit import Edit, apply_spans
from testfix_pipeline.repair.model.line_diff import hunks
from testfix_pipeline.repair.model.source_text import SourceText
from testfix_pipeline.repair.model.sources import Sources, is_test_side
from testfix_pipeline.repair.model.symptoms import FaultLocation
from testfix_pipeline.repair.patches.diff_text import UnreadablePatch
from testfix_pipeline.repair.patches.variants import Variant, variants
from testfix_pipeline.repair.search.space import Space, is_new, single_edits, without_duplicates

KIND, KIND_OF_VARIANT = "patch", "patch.varied"
PATCH_WEIGHT = 3.0
"""Higher than all edits: a patch is tried before its variants."""
CHANGED, SAME_FUNCTION, ELSEWHERE = 0.9, 0.45, 0.3
"""The suspiciousness of lines that a patch changed, of others in their functions, and a factor for all other lines."""
VARIANT_WEIGHT = 2.0
"""The factor for an edit on top of a model's patch, against the same edit of the original code."""
PRIOR, VARIED_PRIOR = 0.95, 0.6
MOST_STARTS = 6
"""The number of variants of one patch from which edits start."""


def with_patches(space: Space, notes: list[str], seen: set[int], proposals: Iterator[Candidate]) -> Iterator[Candidate]:
    """The proposals of a search merged with those that the space's patches lead to, most promising first; `seen`: see
    `is_new`."""
    if not space.patches:
        return proposals
    return heapq.merge(without_duplicates(_from_patches(space, notes), seen), proposals, key=lambda one: -one.score)


def _from_patches(space: Space, notes: list[str]) -> Iterator[Candidate]:
    starts: list[Variant] = []
    for number, patch in enumerate(space.patches):
        try:
            found = variants(patch, space.sources.root)
        except UnreadablePatch as error:
            notes.append(f"A patch can't be a starting point: {error}")
            continue
        starts += [replace(one, likelihood=one.likelihood / (1 + 0.1 * number)) for one in found]
    streams = [_whole_variants(space, starts)]
    streams += [_reduced_patches(space, one) for one in starts if not one.note]
    streams += [
        _edits_on_top(space, one, notes) for one in sorted(starts, key=lambda one: -one.likelihood)[:MOST_STARTS]
    ]
    return heapq.merge(*(_allowed(space, stream) for stream in streams), key=lambda one: -one.score)


def _allowed(space: Space, found: Iterator[Candidate | None]) -> Iterator[Candidate]:
    """Yields candidates that exist, are allowed and are new."""
    known: set[int] = set()
    for candidate in found:
        if candidate is not None and space.allows(candidate) and is_new(candidate, known):
            yield candidate


def _whole_variants(space: Space, starts: Sequence[Variant]) -> Iterator[Candidate | None]:
    for one in sorted(starts, key=lambda one: -one.likelihood):
        score = one.likelihood * (PATCH_WEIGHT if not one.note else VARIANT_WEIGHT * CHANGED)
        yield _candidate(space, one.texts, score, one.note)


def _reduced_patches(space: Space, start: Variant) -> Iterator[Candidate | None]:
    """Yields a patch without one run of its lines, or without one of its changes within a line."""
    found = []
    for path, text in start.texts.items():
        source = _original(space.sources, path)
        if source is None or source.absent:
            continue
        patched = _PatchedSources(space.sources, {path: text}).source(path)
        for edit in _undoing_edits(patched, source.text) if patched is not None else []:
            texts = {**start.texts, path: apply_spans(text, edit.spans)}
            found.append((edit.prior, texts))
    for prior, texts in sorted(found, key=lambda one: -one[0]):
        yield _candidate(space, texts, VARIANT_WEIGHT * CHANGED * start.likelihood * prior, "a part of it taken back")


def _undoing_edits(patched: SourceText, before: str) -> list[Edit]:
    return [edit for one in undo_hunks(patched, before, patched.text) for edit in (one.whole, *one.parts, *one.pieces)]


def _edits_on_top(space: Space, start: Variant, notes: list[str]) -> Iterator[Candidate | None]:
    """Yields edits of the code after a variant, as changes of the original code."""
    patched = _PatchedSources(space.sources, start.texts)
    if not patched.parses:
        return
    locations = _locations(space, patched)
    patched_space = Space(patched, locations, space.failure_evidence, order=space.order)
    for found in single_edits(patched_space, notes):
        texts = {**start.texts, **found.texts}
        note = f"{start.note or 'as it came'}, and {found.description}"
        yield _candidate(space, texts, VARIANT_WEIGHT * start.likelihood * found.score, note)


def _candidate(space: Space, texts: Mapping[str, str], score: float, note: str) -> Candidate | None:
    """The change from the original code to these texts, hunk by hunk; None if a file cannot be read.

    `note` says how it differs from the proposed patch, "" if it does not.
    """
    kind, prior = (KIND_OF_VARIANT, VARIED_PRIOR) if note else (KIND, PRIOR)
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
    return edits_to_text(source, text)


def _original(sources: Sources, path: str) -> SourceText | None:
    """The original file; an empty one if it does not exist yet."""
    if (sources.root / path).is_file():
        return sources.source(path)
    return None if is_test_side(path) else language_of(path).read(path, b"", absent=True)


class _PatchedSources(Sources):
    """The sources of a tree after a patch."""

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


def _locations(space: Space, patched: _PatchedSources) -> list[FaultLocation]:
    """The places to edit: those that the patch changed, the rest of those functions, and all suspicious ones."""
    found: dict[tuple[str, int], FaultLocation] = {}
    for path in patched.texts:
        for one in _locations_in_file(space, patched, path):
            found[one.file, one.line] = one
    for location in space.locations:
        if location.file not in patched.texts:
            found.setdefault((location.file, location.line), replace(location, score=ELSEWHERE * location.score))
    return sorted(found.values(), key=lambda one: (-one.score, one.file, one.line))


def _locations_in_file(space: Space, patched: _PatchedSources, path: str) -> Iterator[FaultLocation]:
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
    """(lines of the patched text that differ or are next to a deletion, the new number of each unchanged line)."""
    lines_now = lines_of(source.text)
    try:
        before = lines_of(file.read_bytes().decode(source.encoding))
    except OSError:
        return set(range(1, len(lines_now) + 1)), {}
    changed: set[int] = set()
    moved: dict[int, int] = {}
    line, shift = 0, 0
    for hunk in [*hunks(before, lines_now), None]:
        stop = hunk.start if hunk else len(before)
        moved.update((old + 1, old + shift + 1) for old in range(line, stop))
        if hunk:
            deletes = hunk.other_start == hunk.other_end
            changed.update(range(hunk.other_start + (not deletes), hunk.other_end + 1 + deletes))
            line, shift = hunk.end, hunk.other_end - hunk.end
    return changed, moved
