"""Fits what the confidence of patches in JavaScript and TypeScript stands for: the share of them that is right."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.repair import cache
from benchmarks.repair.learning.calibration import table
from benchmarks.repair.learning.regression import isotonic
from benchmarks.repair.learning.trust import LEAST, LEAST_OF_EACH, Judged
from testfix_pipeline.repair.ranking.confidence_model import WEIGHTS, interpolated
from testfix_pipeline.repair.ranking.patch_ranking import UNCALIBRATED

Labelled = tuple[float, bool, bool]
"""Confidence as for Python, whether the patch is right, whether it is the first of its task."""


def calibrate(paths: Sequence[Path]) -> str:
    """Fit `foreign` in `weights.json` to the labelled patches of rows; tables of them, held out by task, in words.

    Nothing is learned of fewer patches than the calibration for Python needs, nor where it is no better held out.
    """
    tasks = [list(_labelled(row)) for path in paths for row in cache.rows(path)]
    every = [one for task in tasks for one in task]
    right = sum(one[1] for one in every)
    if len(every) < LEAST or min(right, len(every) - right) < LEAST_OF_EACH:
        return f"too few to learn from, left as it was: {len(every)} judged patches, {right} of them right"
    before = [Judged(said, is_right, first) for said, is_right, first in every]
    after = list(_held_out(tasks))
    parts = {"all as for Python": before, "all calibrated": after}
    parts |= {f"first choices, {name}": [one for one in some if one.first] for name, some in parts.items()}
    said = "no better held out, left as it was"
    if _brier(after) < _brier(before):
        said = f"{len(every)} plausible patches of {len(tasks)} JavaScript tasks, {right} right"
        weights = json.loads(WEIGHTS.read_text())
        weights["trust"]["foreign"] = _steps(every)
        weights["sources"]["foreign"] = said
        WEIGHTS.write_text(json.dumps(weights, indent=1) + "\n")
    return "\n\n".join([*(f"{name}\n{table(some)}" for name, some in parts.items()), said])


def _brier(judged: Sequence[Judged]) -> float:
    return sum((one.confidence - one.right) ** 2 for one in judged) / len(judged)


def _labelled(row: Mapping[str, Any]) -> Iterator[Labelled]:
    given = row.get("features") or [{}] * len(row["labels"])
    for number, (label, said, features) in enumerate(zip(row["labels"], row["confidence"], given, strict=True)):
        yield features.get(UNCALIBRATED, said), label != "wrong", number == 0


def _steps(some: Sequence[Labelled]) -> list[tuple[float, float]]:
    return isotonic([said for said, _, _ in some], [is_right for _, is_right, _ in some])


def _held_out(tasks: Sequence[Sequence[Labelled]]) -> Iterator[Judged]:
    """Every patch with its confidence by the steps of all other tasks."""
    for number, task in enumerate(tasks):
        steps = _steps([one for other in (*tasks[:number], *tasks[number + 1 :]) for one in other]) if task else []
        for said, is_right, first in task:
            yield Judged(interpolated(steps, said), is_right, first)
