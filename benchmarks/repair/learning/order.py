"""Learns in which order edits are tried at a place, from places where the right edit is known."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from benchmarks.repair.learning.regression import Case, fit
from testfix_pipeline.repair.edit_order import Learned, features
from testfix_pipeline.repair.experience import Experience
from testfix_pipeline.repair.ids import edit_ids_of, family_id_of
from testfix_pipeline.repair.naturalness import Surprise

NAMES = ("prior", "bits more", "bits a token", "tokens in", "tokens out")
# Wrong candidates of a place that are learned from; each stands for its share of them all.
WRONG = 60
LEVELS = 40
# A kind that was right at fewer places is left to the judgement of its family.
LEAST_RIGHT = 3
# Real changes and bugs written by hand are few beside mutations, and more like what is to be repaired; but most changes
# between releases are no repairs. Tried were 1, 5 and 20 for releases, 5, 20 and 100 for programs, held out: of those
# that worsen no origin but releases, this has the best ranks of programs and of mutations together.
WEIGHT = {"release": 5.0, "program": 20.0}
FOLDS = 10
# Mutators make some kinds far oftener than people do, so a kind must be met often before it counts. Tried were 1, 20,
# 100 and no kinds at all: with 100 kinds count most among those that worsened no origin's median, held out.
KIND_RIDGE = 100.0

Row = Mapping[str, Any]


def by_ids(row: Row) -> dict[str, Any]:
    """A row of any age with the ids of edits and families; older rows hold labels."""
    tried = [{**one, "kind": edit_ids_of(one["kind"]), "family": family_id_of(one["family"])} for one in row["tried"]]
    return {**row, "tried": tried}


def learn(rows: Sequence[Row]) -> tuple[dict[str, Any], str]:
    """The part of the weights file, and what it is worth: ranks of the right edit, held out by package."""
    solved = [row for row in rows if any(one["right"] for one in row["tried"])]
    record = _record(solved)
    return record, _measured(solved) + "\n" + experienced(solved, record)


def _case(one: Row, package: str, weight: float = 1.0) -> Case:
    surprise = Surprise(one["old_bits"], one["new_bits"], one["removed"], one["added"])
    return Case((one["kind"],), features(one["prior"], surprise), one["right"], package, weight)


def _sample(row: Row) -> Iterator[Case]:
    chance = random.Random(row["name"])
    wrong = [one for one in row["tried"] if not one["right"]]
    chosen = chance.sample(wrong, min(WRONG, len(wrong)))
    weight = WEIGHT.get(row["origin"], 1.0)
    yield from (_case(one, row["package"], weight) for one in row["tried"] if one["right"])
    yield from (_case(one, row["package"], weight * len(wrong) / len(chosen)) for one in chosen)


def _record(rows: Sequence[Row]) -> dict[str, Any]:
    """The weights, from places with a right edit.

    With the levels: quantiles of the scores stand for the same quantiles of the families' own estimates.
    """
    found = fit([case for row in rows for case in _sample(row)], NAMES, of_kinds=KIND_RIDGE)
    judged = {kind for kind, times in _times_right(rows).items() if times >= LEAST_RIGHT}
    tried = [one for row in rows for one in row["tried"] if one["kind"] in judged]
    scores = [found.score(_case(one, "")) for one in tried]
    at = np.linspace(0, 1, LEVELS) ** 0.25  # finer where it matters: among the best few of a hundred
    high, own = np.quantile(scores, at), np.quantile([one["prior"] for one in tried], at)
    bounds: dict[str, float] = {}
    for one, level in zip(tried, np.interp(scores, high, own), strict=True):
        bounds[one["family"]] = max(bounds.get(one["family"], 0.0), round(float(level), 3))
    return {
        "intercept": found.intercept,
        "features": found.features,
        "kinds": {kind: value for kind, value in found.kinds.items() if kind in judged},
        "levels": [[round(float(score), 3), round(float(level), 4)] for score, level in zip(high, own, strict=True)],
        "bounds": dict(sorted(bounds.items())),
        "shares": _shares(rows),
        "of_family": _kinds_of_families(rows),
    }


def _kinds_of_families(rows: Sequence[Row]) -> dict[str, list[str]]:
    found: dict[str, set[str]] = {}
    for one in (one for row in rows for one in row["tried"]):
        found.setdefault(one["family"], set()).add(one["kind"])
    return {family: sorted(kinds) for family, kinds in sorted(found.items())}


def _times_right(rows: Sequence[Row]) -> Counter[str]:
    return Counter(kind for row in rows for kind in {one["kind"] for one in row["tried"] if one["right"]})


def _shares(rows: Sequence[Row]) -> dict[str, float]:
    """How the right edits spread over the kinds; each place counts once."""
    counts: Counter[str] = Counter()
    for row in rows:
        right = sorted({one["kind"] for one in row["tried"] if one["right"]})
        counts.update({kind: 1 / len(right) for kind in right})
    return {kind: round(count / len(rows), 4) for kind, count in sorted(counts.items())}


def experienced(rows: Sequence[Row], weights: Mapping[str, Any]) -> str:
    """What fixes that landed before in a package are worth: the rank of the right edit without and with them.

    In the order of the releases, as a project would meet them; and where the same kind comes again and again.
    """
    model = Learned(**weights)
    releases = [row for row in rows if row["origin"] == "release"]
    again = sorted((row for row in rows if row["origin"] == "changed"), key=lambda row: (row["package"], _kind(row)))
    lines = ["fixes that landed before, rank of the right edit without and with them: mean log rank, median, p90"]
    for what, found, key in (("releases in order", releases, _package), ("same kind again", again, _package_and_kind)):
        without, with_them = [], []
        for _, group in itertools.groupby(found, key):
            landed: Counter[str] = Counter()
            for row in group:
                if landed:
                    without.append(_rank(row, _weights(model, row, Experience())))
                    with_them.append(_rank(row, _weights(model, row, Experience(landed))))
                landed[_kind(row)] += 1
        if without:
            lines.append(f"  {what:18} n={len(without):4}  without {_said(without)}   with {_said(with_them)}")
    return "\n".join(lines)


def _kind(row: Row) -> str:
    return min(str(one["kind"]) for one in row["tried"] if one["right"])


def _package(row: Row) -> str:
    return str(row["package"])


def _package_and_kind(row: Row) -> tuple[str, str]:
    return row["package"], _kind(row)


def _measured(rows: Sequence[Row]) -> str:
    """Rank of the right edit among those of its place, before and after, each package under the others' weights."""
    lines = ["order of edits at a place, held out by package: mean log rank as a rank, median, p90"]
    packages = sorted({row["package"] for row in rows})
    folds = [set(packages[fold::FOLDS]) for fold in range(min(FOLDS, len(packages)))]
    learned = [(fold, Learned(**_record([row for row in rows if row["package"] not in fold]))) for fold in folds]
    models = {name: model for fold, model in learned for name in fold}
    for origin in sorted({row["origin"] for row in rows}):
        of_origin = [row for row in rows if row["origin"] == origin]
        before = [_rank(row, [one["prior"] for one in row["tried"]]) for row in of_origin]
        after = [_rank(row, _weights(models[row["package"]], row, Experience())) for row in of_origin]
        lines.append(f"  {origin:10} n={len(of_origin):4}  families' own {_said(before)}   learned {_said(after)}")
    return "\n".join(lines)


def _weights(model: Learned, row: Row, experience: Experience) -> list[float]:
    return [model.weight(o["kind"], o["prior"], _case(o, "").features, experience) for o in row["tried"]]


def _rank(row: Row, scores: Sequence[float]) -> int:
    best = max(score for score, one in zip(scores, row["tried"], strict=True) if one["right"])
    return 1 + sum(score > best for score in scores)


def _said(ranks: Sequence[int]) -> str:
    ranks = sorted(ranks)
    mean = math.exp(sum(map(math.log, ranks)) / len(ranks))
    return f"{mean:6.1f} {ranks[len(ranks) // 2]:4} {ranks[9 * len(ranks) // 10]:5}"
