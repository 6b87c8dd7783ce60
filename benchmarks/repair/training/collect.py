"""Collects the rows: everything that is proposed for known fixes, weighed, and a sample of what is wrong.

Right edits and the wrong ones that come first under the shipped order are all taken, of the other wrong ones a sample
that stands for them.
"""

from __future__ import annotations

import math
import random
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchmarks.repair.training.known import KnownFix, Place
from benchmarks.repair.training.rows import Row, RowSet
from testfix_pipeline.repair.language.language import EditSite, Producer
from testfix_pipeline.repair.language.registry import language_of_source
from testfix_pipeline.repair.model.edit import Edit
from testfix_pipeline.repair.ranking.edit_features import Features, features
from testfix_pipeline.repair.ranking.edit_order import EditOrder
from testfix_pipeline.repair.ranking.naturalness import Naturalness
from testfix_pipeline.repair.ranking.unused_definitions import raised_score

FIRST, SAMPLE = 20, 20
"""Wrong edits of a set: those that the shipped order has first, and so many of the others."""
UNSOLVED = 4
"""A set without a right edit says only how often nothing is right: it has a part of that."""
Origins = Mapping[str, Callable[[], Iterator[KnownFix]]]


@dataclass(frozen=True)
class _Proposal:
    """An edit of those that a producer proposes at a place, and its place among them. before: see `Row`."""

    place: Place
    producer: Producer
    edits: Sequence[Edit]
    number: int
    right: bool
    before: float

    @property
    def score(self) -> float:
        """The logarithm of the score of its place."""
        return math.log(raised_score(self.place.score, self.edits[self.number].pull))


def collect(origins: Origins) -> Iterator[RowSet]:
    """The sets of known fixes, by origin; progress goes to standard error."""
    for origin, known in origins.items():
        begin, number, solved = time.monotonic(), 0, 0
        for number, fix in enumerate(known(), start=1):
            found = row_set(fix)
            solved += any(row.right for row in found.rows)
            if found.rows:
                yield found
            if number % 50 == 0:
                print(f"{origin}: {number}, {time.monotonic() - begin:.0f} s", file=sys.stderr, flush=True)
        print(f"{origin}: {solved} of {number} have the right edit among what is proposed", file=sys.stderr, flush=True)


def row_set(fix: KnownFix) -> RowSet:
    """What is proposed for a fix, as rows."""
    files = dict.fromkeys(place.target.source for place in fix.places)
    order = EditOrder(Naturalness(files))
    proposals = [one for place in fix.places for one in _proposals(order, fix, place)]
    return RowSet(fix.origin, fix.group, fix.id, tuple(_rows(order, list(_sample(proposals, fix.id)))))


def _proposals(order: EditOrder, fix: KnownFix, place: Place) -> Iterator[_Proposal]:
    for producer in language_of_source(place.target.source).producers:
        edits = _proposed(place.target, producer)
        for number, weight in enumerate(_weights_before(order, place.target, producer, edits)):
            edit = edits[number]
            right = edit.file == fix.places[0].target.source.path and fix.window.has(edit)
            yield _Proposal(place, producer, edits, number, right, math.log(max(weight, 1e-9)))


def _weights_before(order: EditOrder, target: EditSite, producer: Producer, edits: Sequence[Edit]) -> Iterable[float]:
    """The weights of the shipped order."""
    model = order.model_of(language_of_source(target.source))
    if model is None:
        return [edit.prior for edit in edits]
    return (model.weight(model.score(one)) for one in features(order.natural, target, producer.id, edits))


def _proposed(target: EditSite, producer: Producer) -> Sequence[Edit]:
    try:
        return language_of_source(target.source).propose(target, producer)
    except Exception:  # a producer's defect on odd code is the engine's matter, which notes it; here it is one fewer
        return []


def _sample(proposals: Sequence[_Proposal], seed: str) -> Iterator[tuple[_Proposal, float]]:
    """The right ones, the first of the wrong ones, and of the others a sample; with how many edits each stands for."""
    chance = random.Random(seed)
    right = [one for one in proposals if one.right]
    share = 1 if right else UNSOLVED
    wrong = sorted((one for one in proposals if not one.right), key=lambda one: -one.before - one.score)
    first, rest = wrong[: FIRST // share], wrong[FIRST // share :]
    chosen = chance.sample(rest, min(SAMPLE // share, len(rest)))
    yield from ((one, one.place.stands_for) for one in (*right, *first))
    yield from ((one, one.place.stands_for * len(rest) / len(chosen)) for one in chosen)


def _rows(order: EditOrder, chosen: Sequence[tuple[_Proposal, float]]) -> Iterator[Row]:
    """Their rows: only of these the features are asked for, which takes most of the time."""
    wanted: dict[int, set[int]] = defaultdict(set)
    for one, _ in chosen:
        wanted[id(one.edits)].add(one.number)
    found: dict[int, dict[int, Features]] = {}
    for one, stands_for in chosen:
        key = id(one.edits)
        if key not in found:
            numbers = sorted(wanted[key])
            asked = features(order.natural, one.place.target, one.producer.id, one.edits, wanted[key])
            found[key] = dict(zip(numbers, asked, strict=True))
        is_here = one.place.right or one.right
        yield Row(one.right, is_here, stands_for, one.score, one.before, found[key][one.number])
