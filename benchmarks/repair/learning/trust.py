"""Learns how far to trust plausible patches, from the benchmark's rows on training tasks, and calibrates it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.repair.learning.regression import Case, Fit, fit, held_out, isotonic
from testfix_pipeline.repair.model.ids import JOINT, edit_ids_of
from testfix_pipeline.repair.ranking.confidence_model import ConfidenceModel
from testfix_pipeline.repair.ranking.evidence import size_features

# Fewer judged patches than this, or than this of the rarer label, and nothing is learned.
LEAST, LEAST_OF_EACH = 80, 15
# Patches are few: strong ridges, which draw the weights towards what was thought before any was judged.
RIDGE, KIND_RIDGE = 4.0, 10.0
BEFORE = Path(__file__).with_name("trust_before.json")
"""Weights that are a judgement, as log odds: what the literature says and first trials on training programs."""

Row = Mapping[str, Any]


@dataclass(frozen=True)
class LabelledPatch:
    """One plausible patch: the confidence given by weights that had not seen its package, and whether it is right.

    `first`: whether those weights put it before the other patches of its task.
    """

    confidence: float
    right: bool
    first: bool


class TooFew(Exception):
    """There are not enough judged patches to learn from; the text says how many there are."""


def by_ids(row: Row) -> dict[str, Any]:
    """A row of any age with the ids of the patches' edits; older rows hold labels."""
    return {**row, "patches": [{**one, "kind": edit_ids_of(one["kind"])} for one in row["patches"]]}


def judgement() -> ConfidenceModel:
    """What was thought before any patch was judged."""
    return ConfidenceModel.of(json.loads(BEFORE.read_text()))


def learn(rows: Sequence[Row], before: ConfidenceModel) -> tuple[dict[str, Any], list[LabelledPatch]]:
    """The part of the weights file, and every patch with its held-out confidence. Raises TooFew.

    before: the weights that those learned are drawn towards: a judgement, or what earlier rows taught.
    """
    tasks = _enough(rows)
    cases = [case for task in tasks for case in task]
    names = sorted({name for case in cases for name in case.features})
    scores = held_out(cases, names, RIDGE, KIND_RIDGE, partial(_before, before))
    found = fit(cases, names, RIDGE, KIND_RIDGE, partial(_before, before))
    steps = isotonic(scores, [case.right for case in cases])
    return {**_sum(before, found), "steps": steps}, list(labelled_patches(tasks, cases, scores))


def calibrate(rows: Sequence[Row], model: ConfidenceModel) -> tuple[list[tuple[float, float]], list[LabelledPatch]]:
    """The steps for the scores of a model as it is, and every patch with its confidence by the steps of all others.

    Raises TooFew.
    """
    tasks = _enough(rows)
    cases = [case for task in tasks for case in task]
    scores = [_before(model, case) for case in cases]
    return isotonic(scores, [case.right for case in cases]), list(labelled_patches(tasks, cases, scores))


def _enough(rows: Sequence[Row]) -> list[list[Case]]:
    """The judged patches by task. Raises TooFew."""
    tasks = [list(_cases(row)) for row in rows]
    labels = [case.right for task in tasks for case in task]
    right = sum(labels)
    if len(labels) < LEAST or min(right, len(labels) - right) < LEAST_OF_EACH:
        raise TooFew(f"{len(labels)} judged patches, {right} of them right")
    return tasks


def _before(model: ConfidenceModel, case: Case) -> float:
    return model.score(JOINT.join(case.kinds), case.features)


def _sum(before: ConfidenceModel, found: Fit) -> dict[str, Any]:
    """Both models as one; a kind of which only its group was known gets a weight of its own."""
    names, kinds = {*before.features, *found.features}, {*before.kinds, *found.kinds}
    features = {name: before.features.get(name, 0.0) + found.features.get(name, 0.0) for name in sorted(names)}
    return {
        "intercept": round(before.intercept + found.intercept, 4),
        "features": {name: round(value, 4) for name, value in features.items()},
        "kinds": {kind: round(before.of_kind(kind) + found.kinds.get(kind, 0.0), 4) for kind in sorted(kinds)},
    }


def package_of(task: str) -> str:
    """What a task is held out by: its package, or the program it is in."""
    section, name = task.split("/")[:2]
    return f"programs/{name}" if section in ("programs", "mutated") else name


def with_size(patch: Mapping[str, Any]) -> dict[str, float]:
    """The features of a patch; how much it writes is read from its diff where the row is older than that feature."""
    return {**size_features(patch["kind"], patch["diff"]), **patch["features"]}


def judged_patches(row: Row) -> list[tuple[Mapping[str, Any], bool]]:
    """The patches of a row that something is known about, and whether each is right."""
    return [(one, one["label"] in ("exact", "equivalent")) for one in row["patches"] if one.get("features")]


def _cases(row: Row) -> Iterator[Case]:
    """The judged patches of a task, which together count less than as many tasks would."""
    patches = judged_patches(row)
    for patch, right in patches:
        kinds = tuple(dict.fromkeys(patch["kind"].split(JOINT)))
        yield Case(kinds, with_size(patch), right, package_of(row["id"]), len(patches) ** -0.5)


def labelled_patches(
    tasks: Sequence[Sequence[Case]], cases: Sequence[Case], scores: Sequence[float]
) -> Iterator[LabelledPatch]:
    """Calibrated by the held-out scores of the other packages, so that no patch speaks for itself."""
    score = dict(zip(map(id, cases), scores, strict=True))
    models: dict[str, ConfidenceModel] = {}
    for task in tasks:
        best = max((score[id(case)] for case in task), default=0.0)
        for case in task:
            if case.group not in models:
                others = [other for other in cases if other.group != case.group]
                steps = isotonic([score[id(other)] for other in others], [other.right for other in others])
                models[case.group] = ConfidenceModel(steps=steps)
            own = score[id(case)]
            yield LabelledPatch(models[case.group].confidence(own), case.right, own == best)
