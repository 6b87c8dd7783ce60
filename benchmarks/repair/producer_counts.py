"""Counts how often proposals of each kind are the right ones, for the priors of the producers (`repair/ingredients/`).

    python -m benchmarks.repair.producer_counts [--each N] [--every N] [--rows FILE] [--fit]

At the statements that the mined fixes of the training split and the training programs change, each proposal is
compared with the fixed text. The first proposal of a kind for a slot has the prior of its kind, the one behind n others
that prior divided by (1 + n) ** fall: a kind's prior is the number of its right proposals by the sum of these weights,
`fall` the one under which the right ones are likeliest. As long as other families have priors of another scale, all are
multiplied by how much too high those are at the same places (`--every`: of so many places one is looked at for that).
Rows that are there are not made again; with `--fit` none is made.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.repair import cache
from benchmarks.repair.space import Known, Window, of_fixes, of_programs
from testfix_pipeline.repair.edits import FAMILIES as ALL
from testfix_pipeline.repair.edits.edit import Edit
from testfix_pipeline.repair.edits.family import Family
from testfix_pipeline.repair.ingredients.priors import KEY, rank_of
from testfix_pipeline.repair.ingredients.producers import FAMILIES
from testfix_pipeline.repair.templates.template import PRIORS

FALLS = [step / 20 for step in range(6, 31)]
PSEUDO = 1.0
"""Right proposals that each kind has beside those counted, at the mean rate of all kinds: few places say little."""


def counted(known: Known, families: Sequence[Family]) -> dict[str, Any]:
    """Of one fix: by kind, how many proposals have each rank, and the ranks of the right ones; the sum of the priors of
    other families, and how many of their proposals are right."""
    window = Window.of(known.source, known.hunk)
    ranks: dict[str, Counter[int]] = defaultdict(Counter)
    right: dict[str, list[int]] = defaultdict(list)
    priors, found = 0.0, 0
    for family, edit in _edits(known, families):
        if family in FAMILIES:
            ranks[edit.kind][rank_of(edit.kind, edit.prior)] += 1
            if window.has(edit):
                right[edit.kind].append(rank_of(edit.kind, edit.prior))
        else:
            priors, found = priors + edit.prior, found + window.has(edit)
    return {"id": known.id, "ranks": ranks, "right": right, "priors": priors, "found": found}


def _edits(known: Known, families: Sequence[Family]) -> Iterator[tuple[Family, Edit]]:
    for target, family in itertools.product(known.targets, families):
        try:
            yield from [(family, edit) for edit in family.propose(target)]
        except (ValueError, TypeError, AttributeError, KeyError, IndexError) as error:
            print(f"{known.id}: {family.id}: {error!r}")


def fitted(rows: Sequence[dict[str, Any]]) -> dict[str, float]:
    """The priors by kind and the exponent under which the right proposals are likeliest."""
    proposed: dict[str, Counter[int]] = defaultdict(Counter)
    right: dict[str, Counter[int]] = defaultdict(Counter)
    for row in rows:
        for kind, ranks in row["ranks"].items():
            proposed[kind].update({int(rank): count for rank, count in ranks.items()})
        for kind, found in row["right"].items():
            right[kind].update(found)
    fall = max(FALLS, key=lambda one: _likelihood(one, _rates(one, proposed, right), right))
    rates, scale = _rates(fall, proposed, right), _scale(rows)
    return {"fall": fall, **{kind: float(f"{min(1.0, scale * rate):.3g}") for kind, rate in sorted(rates.items())}}


def _rates(fall: float, proposed: dict[str, Counter[int]], right: dict[str, Counter[int]]) -> dict[str, float]:
    """By kind, how many of its proposals are right, each counted with its weight."""
    weights = {
        kind: sum(count / (1 + rank) ** fall for rank, count in ranks.items()) for kind, ranks in proposed.items()
    }
    mean = sum(ranks.total() for ranks in right.values()) / sum(weights.values())
    return {kind: (right[kind].total() + PSEUDO) / (weight + PSEUDO / mean) for kind, weight in weights.items()}


def _likelihood(fall: float, rates: dict[str, float], right: dict[str, Counter[int]]) -> float:
    """Of the right proposals, each kind at its own rate."""
    found = [(kind, rank, count) for kind, ranks in right.items() for rank, count in ranks.items()]
    return sum(count * (math.log(rates[kind]) - fall * math.log(1 + rank)) for kind, rank, count in found)


def _scale(rows: Sequence[dict[str, Any]]) -> float:
    """How much too high the priors of the other families are."""
    found = sum(row["found"] for row in rows)
    return float(sum(row["priors"] for row in rows) / found) if found else 1.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--each", type=int, default=30, help="fixes of a project")
    parser.add_argument("--every", type=int, default=10, help="of so many places one is looked at with all families")
    parser.add_argument("--rows", type=Path, default=Path(tempfile.gettempdir()) / "producer-counts.jsonl")
    parser.add_argument("--fit", action="store_true", help="only fit to the rows that are there")
    wanted = parser.parse_args()
    rows = {row["id"]: row for row in cache.rows(wanted.rows)}
    places = () if wanted.fit else itertools.chain(of_programs(), of_fixes(wanted.each, "training"))
    for number, known in enumerate(places):
        if known.id not in rows:
            rows[known.id] = counted(known, ALL if number % wanted.every == 0 else FAMILIES)
            cache.append(wanted.rows, rows[known.id])
    priors = json.loads(PRIORS.read_text())
    priors[KEY] = fitted(list(rows.values()))
    lines = (f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in priors.items())
    PRIORS.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    print(f"{len(rows)} fixes, {sum(bool(row['right']) for row in rows.values())} of them proposed, {priors[KEY]}")


if __name__ == "__main__":
    main()
