"""Learns what tells right patches in JavaScript and TypeScript from wrong ones, on top of what Python's patches say."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.repair import cache
from benchmarks.repair.learning.calibration import table
from benchmarks.repair.learning.regression import Case, fit, held_out, isotonic
from benchmarks.repair.learning.trust import KIND_RIDGE, LEAST, LEAST_OF_EACH, RIDGE, Judged, judged
from testfix_pipeline.repair.model.ids import JOINT
from testfix_pipeline.repair.ranking.confidence_model import WEIGHTS, ConfidenceModel
from testfix_pipeline.repair.ranking.patch_ranking import odds_of_prior

LANGUAGE = "javascript"


def calibrate(paths: Sequence[Path], unseen: Sequence[Path] = ()) -> str:
    """Fit `languages.javascript` in `weights.json` to the labelled patches of rows; tables of them, held out by task.

    unseen: rows of programs that nobody had read when they were measured. Where there are some, they alone say what
    share of patches is right: of the programs that the engine was developed on more patches are.
    Nothing is learned of fewer patches than the calibration for Python needs, nor where it is no better held out.
    """
    tasks = [list(_cases(row)) for path in paths for row in cache.rows(path)]
    cases = [case for task in tasks for case in task]
    right = sum(case.right for case in cases)
    if len(cases) < LEAST or min(right, len(cases) - right) < LEAST_OF_EACH:
        return f"too few to learn from, left as it was: {len(cases)} judged patches, {right} of them right"
    weights = json.loads(WEIGHTS.read_text())
    known = ConfidenceModel.of({**weights["trust"], "languages": {}})
    names = sorted({name for case in cases for name in case.features})
    scores = held_out(cases, names, RIDGE, KIND_RIDGE, lambda case: _score(known, case))
    before, after = list(_as_for_python(tasks, known)), list(judged(tasks, cases, scores))
    said = "no better held out, left as it was"
    if _brier(after) < _brier(before):
        found = fit(cases, names, RIDGE, KIND_RIDGE, lambda case: _score(known, case))
        said = f"{len(cases)} plausible patches of {len(tasks)} JavaScript tasks, {right} right"
        said += _from_unseen(unseen)
        others = [case for path in unseen for row in cache.rows(path) for case in _cases(row)]
        steps = isotonic(
            [_score(known, case) + found.score(case) for case in others] or scores,
            [case.right for case in others or cases],
        )
        weights["trust"]["languages"] = {LANGUAGE: {**vars(found), "steps": steps}}
        weights["sources"][LANGUAGE] = said
        WEIGHTS.write_text(json.dumps(weights, indent=1) + "\n")
    parts = {"all as for Python": before, "all learned": after}
    parts |= {f"first choices, {name}": [one for one in some if one.first] for name, some in parts.items()}
    return "\n\n".join([*(f"{name}\n{table(some)}" for name, some in parts.items()), said])


def _from_unseen(paths: Sequence[Path]) -> str:
    """How many unseen tasks the calibration is from, in words."""
    rows = [row for path in paths for row in cache.rows(path)]
    right = sum(row["labels"][:1] not in ([], ["wrong"]) for row in rows)
    found = sum(bool(row["labels"]) for row in rows)
    said = f"; calibrated by {len(rows)} unseen tasks: {found} with a plausible patch, the first one right in {right}"
    return said if rows else ""


def _cases(row: Mapping[str, Any]) -> Iterator[Case]:
    """The labelled patches of a task, which together count less than as many tasks would."""
    for label, kind, features in zip(row["labels"], row["kinds"], row["features"], strict=True):
        kinds = tuple(dict.fromkeys(kind.split(JOINT)))
        yield Case(kinds, features, label != "wrong", row["id"], len(row["labels"]) ** -0.5)


def _score(model: ConfidenceModel, case: Case) -> float:
    """The log odds that a patch has without what is learned here."""
    return model.score(JOINT.join(case.kinds), case.features) + odds_of_prior(math.exp(case.features["prior"]))


def _as_for_python(tasks: Sequence[Sequence[Case]], model: ConfidenceModel) -> Iterator[Judged]:
    for task in tasks:
        scores = [_score(model, case) for case in task]
        for case, score in zip(task, scores, strict=True):
            yield Judged(model.confidence(score), case.right, score == max(scores))


def _brier(some: Sequence[Judged]) -> float:
    return sum((one.confidence - one.right) ** 2 for one in some) / len(some)
