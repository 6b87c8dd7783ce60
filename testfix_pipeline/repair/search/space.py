"""The search space: single edits, best first over places and kinds of edit, generated lazily."""

from __future__ import annotations

import heapq
import itertools
import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from testfix_pipeline.repair.history.project_history import ChangeHistory
from testfix_pipeline.repair.language.language import EditSite, Language, Producer
from testfix_pipeline.repair.language.registry import language_of_source
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.edit import Edit, Overlap
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence
from testfix_pipeline.repair.model.search_focus import Focus
from testfix_pipeline.repair.model.source_text import SourceText
from testfix_pipeline.repair.model.sources import Sources
from testfix_pipeline.repair.model.symptoms import FaultLocation
from testfix_pipeline.repair.model.verdict import PlausiblePatch
from testfix_pipeline.repair.ranking.edit_order import EditOrder
from testfix_pipeline.repair.ranking.overfitting import refusal, signs
from testfix_pipeline.repair.ranking.unused_definitions import raised_prior, raised_score

MOST_UNDONE = 400
MOST_STARTS = 10
FEW_PLACES, MANY_PLACES = 50, 200
FLATTEST = 0.5
"""The lowest exponent of scores: if the failing tests run few statements, almost any of them may be wrong."""


def sharpness(places: int) -> float:
    """The exponent for scores of places: 1 for many locations, `FLATTEST` for few, interpolated between."""
    share = (math.log(max(1, places)) - math.log(FEW_PLACES)) / (math.log(MANY_PLACES) - math.log(FEW_PLACES))
    return FLATTEST + (1 - FLATTEST) * min(1.0, max(0.0, share))


@dataclass(frozen=True)
class Space:
    """The space of a search: locations in order, and the part of the search that this is (see `shard_of`).

    order: weighs edits against each other; without it the producers' priors do. patches: unified diffs of others to
    start from (see `patch_neighbours`). focus: the functions that proposals are limited to at present, which changes
    during the search.
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
        """Whether the candidate's edits are on lines that may be edited."""
        if self.allowed_lines is None:
            return True
        return all(part.lines <= set(self.allowed_lines.get(part.source.path, ())) for part in candidate.parts)

    def score(self, location: FaultLocation) -> float:
        """The weight of a place against others (see `sharpness`)."""
        return float(location.score ** sharpness(len(self.locations)))

    def bound(self, language: Language, producer: Producer, drawn: float) -> float:
        """The highest weight of a producer's edit at a place with this pull of unused definitions."""
        model = self.order.model_of(language) if self.order else None
        if self.order is None or model is None:
            return raised_prior(producer.bound, drawn)
        return self.order.bound(model, producer.id, drawn)

    def refuses(self, candidate: Candidate) -> bool:
        """Whether a candidate is refused although the tests pass."""
        return bool(refusal(candidate, signs(candidate, self.failure_evidence)))

    def is_learned(self) -> bool:
        """Whether the learned weights apply to the languages of all suspicious files."""
        return all(language_of_source(one).is_learned for one in suspicious_sources(self.sources, self.locations))

    def keeps_state(self) -> bool:
        """Whether suspicious files remember results between calls, so that candidates in one process see each other."""
        return any(
            language_of_source(one).keeps_state(one.text) for one in suspicious_sources(self.sources, self.locations)
        )


def suspicious_sources(sources: Sources, locations: Sequence[FaultLocation]) -> list[SourceText]:
    """The project's files with suspicious locations, the most suspicious first."""
    found = map(sources.source, dict.fromkeys(location.file for location in locations))
    return [source for source in found if source is not None]


LOSS_PER_RANK = 0.02
"""The loss of weight for each edit of the same kind that was proposed before, without a learned model."""
EVIDENT = 0.9
"""The pull of a place (`Edit.pull`) from which on it is evidently wrong."""
AT_ONCE = 4
"""How many edits of a kind are weighed together: one by one, `3` -> `2` waits behind an unlikely `3` -> `4`."""
HISTORY_SHARD = 2
"""The index, of three shards, of the one that undoes changes."""


def has_history(space: Space) -> bool:
    """Whether this shard of the search undoes changes."""
    return HISTORY_SHARD % space.shards == space.shard


def shard_of(place: int, places: int, rich: bool, shards: int) -> int:
    """The shard of a place and a kind of edit. With three shards: likeliest places, other places, richer
    kinds of edit."""
    group = 2 if rich else 0 if place * 2 < places else 1
    return group % shards


def ranks_of_functions(locations: Sequence[FaultLocation]) -> dict[tuple[str, str], int]:
    """The rank of each function by its best statement."""
    found: dict[tuple[str, str], int] = {}
    for location in locations:
        found.setdefault((location.file, location.function), len(found))
    return found


def edits_and_undos(space: Space, notes: list[str], seen: set[int]) -> Iterator[Candidate]:
    """Single edits and undone changes, most promising first, each text once. `seen`: see `is_new`."""
    return without_duplicates(
        heapq.merge(single_edits(space, notes), undo_candidates(space), key=lambda one: -one.score), seen
    )


def without_duplicates(found: Iterable[Candidate], seen: set[int]) -> Iterator[Candidate]:
    """Yields candidates whose text is new, and adds it to `seen`."""
    for candidate in found:
        if (key := _key(candidate)) not in seen:
            seen.add(key)
            yield candidate


def _key(candidate: Candidate) -> int:
    return hash(tuple(candidate.texts.items()))


def undo_candidates(space: Space) -> Iterator[Candidate]:
    """Yields undone hunks of recent changes, in whole and in part, most promising first."""
    if space.history is None or not has_history(space):
        return
    seen: set[int] = set()
    found = sorted(space.history.proposals(space.locations), key=lambda one: (-one[0], one[2].file, one[2].start))
    for score, placed, edit in found[:MOST_UNDONE]:
        candidate = Candidate.single(placed.source, edit, score, "history")
        if space.allows(candidate) and is_new(candidate, seen):
            yield candidate


class EditsOfKind(NamedTuple):
    """Edits of one kind of a producer at a statement, of which those from a number on wait to be weighed."""

    edits: Sequence[Edit]
    first: int = 0


Waiting = tuple[float, int, FaultLocation, EditSite, Producer, Edit | EditsOfKind | None]


def single_edits(space: Space, notes: list[str]) -> Iterator[Candidate]:
    """Yields all single-edit candidates of the space, most promising first, each text once. `notes`
    receives failures."""
    order = itertools.count()
    heap: list[Waiting] = [(-bound, next(order), *what, None) for bound, what in _producers(space)]
    heapq.heapify(heap)
    seen: set[int] = set()
    outside_focus: list[Waiting] = []  # items outside of the focus
    while heap or outside_focus:
        if outside_focus and (not heap or space.focus.functions is None):
            space.focus.is_exhausted = True
            heap, outside_focus = [*heap, *outside_focus], []
            heapq.heapify(heap)
        score, _, location, target, producer, edit = waiting = heapq.heappop(heap)
        is_within = space.focus.is_exhausted or space.focus.holds(location.file, location.function)
        if not is_within and language_of_source(target.source).pull(target) < EVIDENT:
            outside_focus.append(waiting)
        elif edit is None or isinstance(edit, EditsOfKind):
            what = space, location, target, producer
            for scored, waits in _weighed(*what, edit) if edit is not None else _proposed(*what, notes):
                heapq.heappush(heap, (max(score, -scored), next(order), location, target, producer, waits))
        else:
            source = space.sources.source(edit.file)
            assert source is not None
            candidate = Candidate.single(source, edit, -score, producer.id)
            if space.allows(candidate) and is_new(candidate, seen) and not candidate.adds_unreachable():
                yield candidate


def is_evident(candidate: Candidate) -> bool:
    """Whether the code itself says that something is wrong at the place of an edit: that is tried wherever it is."""
    return max(edit.pull for edit in candidate.edits) >= EVIDENT


def _producers(space: Space) -> Iterator[tuple[float, tuple[FaultLocation, EditSite, Producer]]]:
    """Yields (upper bound of the scores, producer and place) for every producer at every place."""
    ranks = ranks_of_functions(space.locations)
    for location in space.locations:
        target = target_of(space, location)
        if target is None:
            continue
        language, place = language_of_source(target.source), ranks[(location.file, location.function)]
        drawn = language.pull(target)
        score = raised_score(space.score(location), drawn)
        for producer in language.producers:
            if shard_of(place, len(ranks), producer.rich, space.shards) == space.shard:
                yield score * space.bound(language, producer, drawn), (location, target, producer)


def _proposed(
    space: Space, location: FaultLocation, target: EditSite, producer: Producer, notes: list[str]
) -> Iterator[tuple[float, Edit | EditsOfKind]]:
    """Yields (upper bound, edits) for each kind of a producer's edits at a statement; without learned weights (score,
    edit) for each."""
    model = space.order.model_of(language_of_source(target.source)) if space.order else None
    edits = propose(target, producer, notes)
    if space.order is None or model is None:
        for edit, weight in zip(edits, _by_priors(edits), strict=True):
            yield _scored(space, location, edit, weight), edit
        return
    for kind in _by_kind(edits):
        bound = space.order.bound_of_kind(model, target, producer.id, kind)
        yield raised_score(space.score(location), max(edit.pull for edit in kind)) * bound, EditsOfKind(kind)


def _weighed(
    space: Space, location: FaultLocation, target: EditSite, producer: Producer, waiting: EditsOfKind
) -> Iterator[tuple[float, Edit | EditsOfKind]]:
    """Yields (score, edit) for the next edits of a kind, and (upper bound, edits) for those that follow, which are not
    expected to score higher: producers propose the likelier ones first. To weigh one takes as long as to try it."""
    order, model = space.order, space.order.model_of(language_of_source(target.source)) if space.order else None
    assert order is not None and model is not None
    edits, first = waiting
    some, rest = edits[first : first + AT_ONCE], edits[first + AT_ONCE :]
    scores: list[float] = []
    for rank, edit in enumerate(some, start=first):
        scores.append(_scored(space, location, edit, order.weight(model, target, producer.id, edit, rank, len(edits))))
        yield scores[-1], edit
    if rest:
        is_drawn = max(edit.pull for edit in rest) > max(edit.pull for edit in some)
        yield math.inf if is_drawn else max(scores), EditsOfKind(edits, first + AT_ONCE)


def _by_kind(edits: Sequence[Edit]) -> Iterable[list[Edit]]:
    found: dict[str, list[Edit]] = {}
    for edit in edits:
        found.setdefault(edit.kind, []).append(edit)
    return found.values()


def _scored(space: Space, location: FaultLocation, edit: Edit, weight: float) -> float:
    return raised_score(space.score(location), edit.pull) * weight


def _by_priors(edits: Sequence[Edit]) -> list[float]:
    """The priors of edits, lowered for edits of a kind that the producer proposes later."""
    seen: Counter[str] = Counter()
    found = []
    for edit in edits:
        found.append(edit.prior / (1 + LOSS_PER_RANK * seen[edit.kind]))
        seen[edit.kind] += 1
    return found


def target_of(space: Space, location: FaultLocation) -> EditSite | None:
    """The suspicious statement with its context; None if it cannot be found."""
    source = space.sources.source(location.file)
    stmt = source.statements.get(location.line) if source else None
    if source is None or stmt is None:
        return None
    replacements = space.history.replacements if space.history else ()
    language = language_of_source(source)
    return language.target(source, stmt, space.failure_evidence, replacements, space.sources.neighbours())


def propose(target: EditSite, producer: Producer, notes: list[str]) -> Sequence[Edit]:
    """The edits that a producer proposes for a statement; empty if it fails on it."""
    try:
        return language_of_source(target.source).propose(target, producer)
    except Exception as error:  # a producer's defect on unusual code must not end the search
        place = f"{target.source.path}:{target.stmt.lineno}"
        notes.append(f"The edits of the producer {producer.id!r} failed at {place}: {error!r}")
        return []


def is_new(candidate: Candidate, seen: set[int]) -> bool:
    """Whether the candidate can be run and its text is new; adds the text to `seen`."""
    try:
        key = _key(candidate)
    except Overlap:
        return False
    if key in seen or not candidate.valid():
        return False
    seen.add(key)
    return True


def unions_of_partial_patches(partial: Sequence[PlausiblePatch]) -> Iterator[Candidate]:
    """Yields unions of partial patches that fix different tests, starting from the newest (the last) and from the best
    ones."""
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
