"""The order of the search: best first over places and kinds of edit, generated when their turn comes."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from testfix_pipeline.repair.candidate import Candidate
from testfix_pipeline.repair.edits import FAMILIES, Family
from testfix_pipeline.repair.edits.edit import Clues, Edit, Overlap, Target
from testfix_pipeline.repair.localise import Suspect
from testfix_pipeline.repair.project import Sources


@dataclass(frozen=True)
class Space:
    """What may be searched: suspects in order, and which share of the search this is (see `share_of`)."""

    sources: Sources
    suspects: Sequence[Suspect]
    clues: Clues
    older: Mapping[str, Sequence[str]] = field(default_factory=dict)
    share: int = 0
    shares: int = 1
    allowed_lines: Mapping[str, Collection[int]] | None = None


def share_of(place: int, places: int, rich: bool, shares: int) -> int:
    """Which share a place and a kind of edit belong to. Three: likeliest places, other places, richer kinds of edit."""
    group = 2 if rich else 0 if place * 2 < places else 1
    return group % shares


def places(suspects: Sequence[Suspect]) -> dict[tuple[str, str], int]:
    """The functions in order of their best statement."""
    found: dict[tuple[str, str], int] = {}
    for suspect in suspects:
        found.setdefault((suspect.file, suspect.function), len(found))
    return found


def candidates(space: Space) -> Iterator[Candidate]:
    """All single-edit candidates of the space, most promising first, each text once."""
    order = itertools.count()
    heap: list[tuple[float, int, Suspect, Family, Edit | None]] = []
    ranks = places(space.suspects)
    for suspect in space.suspects:
        place = ranks[(suspect.file, suspect.function)]
        for family in FAMILIES:
            if share_of(place, len(ranks), family.rich, space.shares) == space.share:
                heapq.heappush(heap, (-suspect.score * family.bound, next(order), suspect, family, None))
    seen: set[int] = set()
    while heap:
        score, _, suspect, family, edit = heapq.heappop(heap)
        if edit is not None:
            candidate = _candidate(space, (edit,), -score, family.name)
            if candidate is not None and _is_new(candidate, seen):
                yield candidate
            continue
        for proposed in _propose(space, suspect, family):
            heapq.heappush(heap, (-suspect.score * proposed.prior, next(order), suspect, family, proposed))


def _propose(space: Space, suspect: Suspect, family: Family) -> Iterator[Edit]:
    source = space.sources.source(suspect.file)
    stmt = source.statements.get(suspect.line) if source else None
    if source is None or stmt is None:
        return
    older = tuple(space.older.get(suspect.file, ()))
    target = Target(source, stmt, source.function_of(stmt), space.clues, older, space.sources.loaded())
    yield from family.propose(target)


def _candidate(space: Space, edits: tuple[Edit, ...], score: float, family: str) -> Candidate | None:
    source = space.sources.source(edits[0].file)
    assert source is not None
    candidate = Candidate(source, edits, score, family)
    if space.allowed_lines is not None:
        allowed = set(space.allowed_lines.get(source.path, ()))
        if not candidate.lines() <= allowed:
            return None
    return candidate


def _is_new(candidate: Candidate, seen: set[int]) -> bool:
    try:
        key = hash((candidate.source.path, candidate.text))
    except Overlap:
        return False
    if key in seen or not candidate.valid():
        return False
    seen.add(key)
    return True


def pairs(space: Space, promising: Sequence[Candidate]) -> Iterator[Candidate]:
    """Two promising edits of one file together, best sums first."""
    combined = itertools.combinations(promising[:60], 2)
    ordered = sorted(combined, key=lambda both: -(both[0].score + both[1].score))
    for one, other in ordered:
        if one.source is other.source:
            candidate = _candidate(space, one.edits + other.edits, one.score * other.score, "pair")
            try:
                if candidate is not None and candidate.text and candidate.valid():
                    yield candidate
            except Overlap:
                continue
