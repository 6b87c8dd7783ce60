"""Confidence against truth: of patches said to be .8-.9, how many are right. As a table and as a plot."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path

from benchmarks.repair.learning.trust import LabelledPatch, Row
from benchmarks.repair.table import wilson

EDGES = (0.0, 0.2, 0.4, 0.6, 0.7, 0.8, 0.9, 1.0)


def first_choices(rows: Sequence[Row]) -> list[LabelledPatch]:
    """What the engine itself said of its first choices, on tasks that were tried with the weights as they are."""
    first = [row["patches"][0] for row in rows if row["patches"]]
    return [LabelledPatch(patch["confidence"], patch["label"] != "wrong", True) for patch in first]


def bins(judged: Sequence[LabelledPatch]) -> list[tuple[float, float, list[LabelledPatch]]]:
    """(from, to, patches said to be within) of every bin that has any."""
    found = []
    for low, high in itertools.pairwise(EDGES):
        inside = [one for one in judged if low <= one.confidence < high or (high == 1.0 == one.confidence)]
        if inside:
            found.append((low, high, inside))
    return found


def table(judged: Sequence[LabelledPatch]) -> str:
    lines = ["said        patches  mean said  right  95 % interval"]
    for low, high, inside in bins(judged):
        hits = sum(one.right for one in inside)
        said = sum(one.confidence for one in inside) / len(inside)
        least, most = wilson(hits, len(inside))
        share = hits / len(inside)
        lines.append(f"{low:.1f} - {high:.1f}   {len(inside):7}  {said:9.2f}  {share:5.2f}  {least:.2f} - {most:.2f}")
    brier = sum((one.confidence - one.right) ** 2 for one in judged) / max(1, len(judged))
    return "\n".join([*lines, f"Brier score {brier:.3f}, n = {len(judged)}"])


def plot(judged: Sequence[LabelledPatch], path: Path, title: str) -> None:
    """The same as a PNG, with the diagonal of perfect confidence."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5, 5))
    axes = figure.add_subplot()
    axes.plot([0, 1], [0, 1], color="grey", linewidth=0.8)
    for _, _, inside in bins(judged):
        hits = sum(one.right for one in inside)
        said, share = sum(one.confidence for one in inside) / len(inside), hits / len(inside)
        least, most = wilson(hits, len(inside))
        spread = [[max(0.0, share - least)], [max(0.0, most - share)]]
        axes.errorbar(said, share, spread, fmt="o", color="C0", capsize=3)
        axes.annotate(f"n={len(inside)}", (said, share), textcoords="offset points", xytext=(8, -4), fontsize=8)
    axes.set(xlim=(0, 1), ylim=(0, 1), xlabel="confidence said", ylabel="share that is right", title=title)
    figure.savefig(path, dpi=110, bbox_inches="tight")
