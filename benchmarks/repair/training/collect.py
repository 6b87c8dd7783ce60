"""Collects the rows: everything that is proposed for known fixes, weighed, and a sample of what is wrong.

Right edits and the wrong ones that come first under the shipped order are all taken, of the other wrong ones a sample
that stands for them.
"""

from __future__ import annotations

import math
import random
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence

from benchmarks.repair.training import known
from benchmarks.repair.training.known import KnownFix, Place
from benchmarks.repair.training.rows import Row, RowSet
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.edits.edit_producer import EditProducer, weighed_proposals
from testfix_pipeline.repair.languages.python.producers import PRODUCERS
from testfix_pipeline.repair.ranking.edit_features import Features, features
from testfix_pipeline.repair.ranking.edit_order import EditOrder
from testfix_pipeline.repair.ranking.naturalness import Naturalness
from testfix_pipeline.repair.ranking.unused_definitions import raised_score

FIRST, SAMPLE = 20, 20
"""Wrong edits of a set: those that the shipped order has first, and so many of the others."""
UNSOLVED = 4
"""A set without a right edit says only how often nothing is right: it has a part of that."""
ORIGINS: dict[str, Callable[[], Iterator[KnownFix]]] = {
    "fix": known.of_fixes,
    "program": known.of_programs,
    "mutation": known.of_mutations,
}


def collect(origins: Iterable[str] = ORIGINS) -> Iterator[RowSet]:
    """The sets of these origins; progress goes to standard error."""
    for origin in origins:
        begin, number, solved = time.monotonic(), 0, 0
        for number, fix in enumerate(ORIGINS[origin](), start=1):
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
    rows = [row for place in fix.places for row in _rows(order, fix, place)]
    return RowSet(fix.origin, fix.group, fix.id, tuple(_sample(rows, fix.id)))


def _rows(order: EditOrder, fix: KnownFix, place: Place) -> Iterator[Row]:
    for producer in PRODUCERS:
        edits = _proposed(place.target, producer)
        asked = list(features(order.natural, place.target, producer.id, edits))
        weights = before(order, place.target, producer, edits, asked)
        for edit, one, weight in zip(edits, asked, weights, strict=True):
            right = edit.file == fix.places[0].target.source.path and fix.window.has(edit)
            score = math.log(raised_score(place.score, edit.pull))
            yield Row(right, place.right or right, place.stands_for, score, math.log(max(weight, 1e-9)), one)


def before(
    order: EditOrder, target: PythonEditSite, producer: EditProducer, edits: Sequence[Edit], asked: Sequence[Features]
) -> list[float]:
    """The weights of the shipped order."""
    return [order.model.weight(order.model.score(one)) for one in asked]


def _proposed(target: PythonEditSite, producer: EditProducer) -> list[Edit]:
    try:
        return weighed_proposals(target, producer)
    except Exception:  # a producer's defect on odd code is the engine's matter, which notes it; here it is one fewer
        return []


def _sample(rows: Sequence[Row], seed: str) -> Iterator[Row]:
    """The right ones, the first of the wrong ones, and of the others a sample that stands for them."""
    chance = random.Random(seed)
    right = [row for row in rows if row.right]
    share = 1 if right else UNSOLVED
    wrong = sorted((row for row in rows if not row.right), key=lambda row: -row.before - row.place)
    first, rest = wrong[: FIRST // share], wrong[FIRST // share :]
    chosen = chance.sample(rest, min(SAMPLE // share, len(rest)))
    yield from right
    yield from first
    for row in chosen:
        stands_for = row.stands_for * len(rest) / len(chosen)
        yield Row(row.right, row.here, stands_for, row.place, row.before, row.features)
