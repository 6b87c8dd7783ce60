"""The search space: single edits, best first over places and kinds of edit, generated when they are needed."""

from __future__ import annotations

import heapq
import itertools
import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from testfix_pipeline.repair.history.project_history import ChangeHistory
from testfix_pipeline.repair.language.language import EditSite, Producer
from testfix_pipeline.repair.language.registry import language_of_source
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.edit import Edit, Overlap
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence
from testfix_pipeline.repair.model.search_focus import Focus
from testfix_pipeline.repair.model.source_text import SourceText
from testfix_pipeline.repair.model.sources import Sources
from testfix_pipeline.repair.model.symptoms import FaultLocation
from testfix_pipeline.repair.model.verdict import Found
from testfix_pipeline.repair.ranking.edit_order import EditOrder
from testfix_pipeline.repair.ranking.overfitting import refusal, signs
from testfix_pipeline.repair.ranking.unused_definitions import raised_prior, raised_score

MOST_UNDONE = 400
MOST_STARTS = 10
FEW_PLACES, MANY_PLACES = 50, 200
FLATTEST = 0.5
"""Where the failing tests run few statements, scores say little: almost any of them may be the wrong one."""


def sharpness(places: int) -> float:
    """The power that scores of places are taken to: 1 for many locations, `FLATTEST` for few, between in proportion."""
    share = (math.log(max(1, places)) - math.log(FEW_PLACES)) / (math.log(MANY_PLACES) - math.log(FEW_PLACES))
    return FLATTEST + (1 - FLATTEST) * min(1.0, max(0.0, share))


@dataclass(frozen=True)
class Space:
    """What may be searched: locations in order, and which part of the search this is (see `shard_of`).

    order: weighs edits against each other; without, the estimates of their producers do. patches: unified diffs of
    others to start from (see `patches.neighbours`). focus: the functions that proposals are confined to for the time
    being, which changes while the search runs.
    """

    sources: Sources
    locations: Sequence[FaultLocation]
    failure_evidence: FailureEvidence
    history: ChangeHistory | None = None
    shard: int = 0
    shards: int = 1
    allowed_lines: Mapping[str, Collection[int]] | None = None
    order: EditOrder | None = None
    patches: Sequence[str] = ()
    focus: Focus = field(default_factory=Focus, compare=False)

    def allows(self, candidate: Candidate) -> bool:
        """Whether the candidate's edits are on lines that may be touched."""
        if self.allowed_lines is None:
            return True
        return all(part.lines <= set(self.allowed_lines.get(part.source.path, ())) for part in candidate.parts)

    def score(self, location: FaultLocation) -> float:
        """How much a place counts against others, beside what is tried there (see `sharpness`)."""
        return float(location.score ** sharpness(len(self.locations)))

    def bound(self, producer: Producer, drawn: float) -> float:
        """The highest weight that an edit of a producer has at a place whose unused definitions pull so far."""
        return self.order.bound(producer.id, drawn) if self.order else raised_prior(producer.bound, drawn)

    def refuses(self, candidate: Candidate) -> bool:
        """Whether a candidate is no repair, whatever the tests say of it."""
        return bool(refusal(candidate, signs(candidate, self.failure_evidence)))

    def is_learned(self) -> bool:
        """Whether the learned weights are those of the languages of all suspicious files."""
        return all(language_of_source(one).is_learned for one in suspicious_sources(self.sources, self.locations))

    def keeps_state(self) -> bool:
        """Whether suspicious files remember results between calls, so that candidates in one process see each other."""
        return any(
            language_of_source(one).keeps_state(one.text) for one in suspicious_sources(self.sources, self.locations)
        )


def suspicious_sources(sources: Sources, locations: Sequence[FaultLocation]) -> list[SourceText]:
    """The project's files that the search has to do with, the most suspicious first."""
    found = map(sources.source, dict.fromkeys(location.file for location in locations))
    return [source for source in found if source is not None]


LATER = 0.02
"""How much less an edit counts than the one of its kind that was proposed before it, where no model says it."""
HISTORY_SHARD = 2
"""Of three shards the one that undoes changes."""


def has_history(space: Space) -> bool:
    """Whether this shard of the search undoes changes."""
    return HISTORY_SHARD % space.shards == space.shard


def shard_of(place: int, places: int, rich: bool, shards: int) -> int:
    """Which shard a place and a kind of edit belong to. Three: likeliest places, other places, richer kinds of edit."""
    group = 2 if rich else 0 if place * 2 < places else 1
    return group % shards


def places(locations: Sequence[FaultLocation]) -> dict[tuple[str, str], int]:
    """The functions in order of their best statement."""
    found: dict[tuple[str, str], int] = {}
    for location in locations:
        found.setdefault((location.file, location.function), len(found))
    return found


def proposals(space: Space, notes: list[str], seen: set[int]) -> Iterator[Candidate]:
    """Single edits and undone changes, most promising first, each text once. `seen`: see `is_new`."""
    return unseen(heapq.merge(candidates(space, notes), undone(space), key=lambda one: -one.score), seen)


def unseen(found: Iterable[Candidate], seen: set[int]) -> Iterator[Candidate]:
    """Those whose text was not met before; `seen` takes it in."""
    for candidate in found:
        if (key := _key(candidate)) not in seen:
            seen.add(key)
            yield candidate


def _key(candidate: Candidate) -> int:
    return hash(tuple(candidate.texts.items()))


def undone(space: Space) -> Iterator[Candidate]:
    """Hunks of recent changes put back, in whole and in part, most promising first."""
    if space.history is None or not has_history(space):
        return
    seen: set[int] = set()
    found = sorted(space.history.proposals(space.locations), key=lambda one: (-one[0], one[2].file, one[2].start))
    for score, placed, edit in found[:MOST_UNDONE]:
        candidate = Candidate.single(placed.source, edit, score, "history")
        if space.allows(candidate) and is_new(candidate, seen):
            yield candidate


Waiting = tuple[float, int, FaultLocation, EditSite, Producer, Edit | None]


def candidates(space: Space, notes: list[str]) -> Iterator[Candidate]:
    """All single-edit candidates of the space, most promising first, each text once. `notes` takes what went wrong."""
    order = itertools.count()
    heap: list[Waiting] = [(-bound, next(order), *what, None) for bound, what in _producers(space)]
    heapq.heapify(heap)
    seen: set[int] = set()
    far: list[Waiting] = []  # what lies outside of the focus
    while heap or far:
        if far and (not heap or space.focus.functions is None):
            space.focus.is_exhausted = True
            heap, far = [*heap, *far], []
            heapq.heapify(heap)
        score, _, location, target, producer, edit = waiting = heapq.heappop(heap)
        if not (space.focus.is_exhausted or space.focus.holds(location.file, location.function)):
            far.append(waiting)
        elif edit is None:
            for proposed, weight in _weighed(space, target, producer, notes):
                raised = raised_score(space.score(location), proposed.pull)
                heapq.heappush(heap, (-raised * weight, next(order), location, target, producer, proposed))
        else:
            source = space.sources.source(edit.file)
            assert source is not None
            candidate = Candidate.single(source, edit, -score, producer.id)
            if space.allows(candidate) and is_new(candidate, seen):
                yield candidate


def _producers(space: Space) -> Iterator[tuple[float, tuple[FaultLocation, EditSite, Producer]]]:
    """What proposes edits at which statement, with a score that none of its edits there exceeds."""
    ranks = places(space.locations)
    for location in space.locations:
        target = target_of(space, location)
        if target is None:
            continue
        language, place = language_of_source(target.source), ranks[(location.file, location.function)]
        drawn = language.pull(target)
        bound = space.bound if language.is_learned else _own_bound
        score = raised_score(space.score(location), drawn)
        for producer in language.producers:
            if shard_of(place, len(ranks), producer.rich, space.shards) == space.shard:
                yield score * bound(producer, drawn), (location, target, producer)


def _own_bound(producer: Producer, drawn: float) -> float:
    return raised_prior(producer.bound, drawn)


def _weighed(space: Space, target: EditSite, producer: Producer, notes: list[str]) -> Iterator[tuple[Edit, float]]:
    """What a producer proposes for a statement, with the weights."""
    edits = propose(target, producer, notes)
    if space.order is None:
        return ((edit, edit.prior) for edit in edits)
    if not language_of_source(target.source).is_learned:
        return _by_priors(edits)
    return zip(edits, space.order.weights(target, producer.id, edits), strict=True)


def _by_priors(edits: Sequence[Edit]) -> Iterator[tuple[Edit, float]]:
    """The edits with their priors; of one kind, those count less that the producer proposes later."""
    seen: Counter[str] = Counter()
    for edit in edits:
        yield edit, edit.prior / (1 + LATER * seen[edit.kind])
        seen[edit.kind] += 1


def target_of(space: Space, location: FaultLocation) -> EditSite | None:
    """The suspicious statement with what may be looked at beside it; None where it can't be found."""
    source = space.sources.source(location.file)
    stmt = source.statements.get(location.line) if source else None
    if source is None or stmt is None:
        return None
    replacements = space.history.replacements if space.history else ()
    language = language_of_source(source)
    return language.target(source, stmt, space.failure_evidence, replacements, space.sources.neighbours())


def propose(target: EditSite, producer: Producer, notes: list[str]) -> Sequence[Edit]:
    """What a producer proposes for a statement; nothing where it fails on it."""
    try:
        return language_of_source(target.source).propose(target, producer)
    except Exception as error:  # whatever code is met: one producer's defect on it must not end the search
        place = f"{target.source.path}:{target.stmt.lineno}"
        notes.append(f"The edits of the producer {producer.id!r} failed at {place}: {error!r}")
        return []


def is_new(candidate: Candidate, seen: set[int]) -> bool:
    """Whether the candidate can be run and its text was not met before; `seen` takes it in."""
    try:
        key = _key(candidate)
    except Overlap:
        return False
    if key in seen or not candidate.valid():
        return False
    seen.add(key)
    return True


def unions(partial: Sequence[Found]) -> Iterator[Candidate]:
    """Partial patches that fix different tests put together until they fix the most; the newest (the last) is a start
    in any case, then the best are."""
    ordered = sorted(partial, key=lambda one: (-len(one.verdict.fixes), -one.candidate.score))
    seen: set[int] = set()
    for start in [*partial[-1:], *ordered[:MOST_STARTS]]:
        joined, fixes = start.candidate, set(start.verdict.fixes)
        for other in ordered:
            if not other.verdict.fixes <= fixes and not _overlap(joined, other.candidate):
                joined, fixes = joined.joined(other.candidate), fixes | other.verdict.fixes
        if joined is not start.candidate and is_new(joined, seen):
            yield joined


def _overlap(one: Candidate, other: Candidate) -> bool:
    try:
        return not one.joined(other).texts
    except Overlap:
        return True
