"""Confidence against truth, as a table: of first choices said to be .8-.9, how many are right."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.repair.table import wilson

EDGES = (0.0, 0.2, 0.4, 0.6, 0.7, 0.8, 0.9, 1.0)


@dataclass(frozen=True)
class Judged:
    """A first choice: what the engine said of it (0..1), and whether it is right."""

    confidence: float
    right: bool


def first_choices(rows: Sequence[Mapping[str, Any]]) -> list[Judged]:
    """What the engine said of its first choices, on tasks that were tried with the weights as they are."""
    first = [row["patches"][0] for row in rows if row["patches"]]
    return [Judged(patch["confidence"], patch["label"] != "wrong") for patch in first]


def bins(judged: Sequence[Judged]) -> Iterator[tuple[float, float, list[Judged]]]:
    """(from, to, choices said to be within) of every bin that has any."""
    for low, high in itertools.pairwise(EDGES):
        inside = [one for one in judged if low <= one.confidence < high or (high == 1.0 == one.confidence)]
        if inside:
            yield low, high, inside


def table(judged: Sequence[Judged]) -> str:
    lines = ["said        patches  mean said  right  95 % interval"]
    for low, high, inside in bins(judged):
        hits = sum(one.right for one in inside)
        said = sum(one.confidence for one in inside) / len(inside)
        least, most = wilson(hits, len(inside))
        share = hits / len(inside)
        lines.append(f"{low:.1f} - {high:.1f}   {len(inside):7}  {said:9.2f}  {share:5.2f}  {least:.2f} - {most:.2f}")
    brier = sum((one.confidence - one.right) ** 2 for one in judged) / max(1, len(judged))
    return "\n".join([*lines, f"Brier score {brier:.3f}, n = {len(judged)}"])
