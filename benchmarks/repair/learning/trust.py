"""Learns how far to trust plausible patches, from rows of searches whose patches the judge has labelled."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from benchmarks.repair.learning.regression import Case, Fit, fit, isotonic
from benchmarks.repair.learning.stored_rows import Row, cases
from testfix_pipeline.repair.model.ids import JOINT
from testfix_pipeline.repair.ranking.confidence_model import ConfidenceModel
from testfix_pipeline.repair.ranking.evidence import Behaviour, behaviour_features

# Fewer judged patches than this, or than this of the rarer label, and nothing is learned.
LEAST, LEAST_OF_EACH = 80, 15
# Patches are few: strong ridges, which draw the weights towards what was known before any of them was judged.
RIDGE, KIND_RIDGE = 4.0, 10.0
OBSERVED = "observed"
BEHAVIOUR = tuple(behaviour_features(Behaviour(known=True)))
BEFORE = Path(__file__).with_name("trust_before.json")
"""Weights of features and kinds, as log odds: what rows of earlier engines taught, and judgement for newer kinds;
with the steps of their scores."""
AS_BEFORE, LEARNED = "weights as before", "weights with what the seen rows add"


@dataclass(frozen=True)
class LabelledPatch:
    """One plausible patch: the confidence by weights and steps that had not seen its task, and whether it is right.

    `first`: whether those weights put it before the other patches of its task.
    """

    confidence: float
    right: bool
    first: bool


class TooFew(Exception):
    """There are not enough judged patches to learn from; the text says how many there are."""


def earlier() -> ConfidenceModel:
    """What was known before any of the stored patches was judged."""
    return ConfidenceModel.of(json.loads(BEFORE.read_text()))


def learn(rows: Sequence[Row], before: ConfidenceModel) -> tuple[ConfidenceModel, dict[str, list[LabelledPatch]]]:
    """The model, and the unseen patches with their confidence under the weights as before and as learned.

    Seen rows add to the weights. Unseen ones alone say what the scores stand for: of the programs that the engine was
    developed on more patches are right. The confidence of a patch is by the steps of all other tasks. Raises TooFew.
    """
    seen = enough([list(cases(row)) for row in rows if not row["unseen"]])
    unseen = enough([list(cases(row)) for row in rows if row["unseen"]])
    learned = _sum(before, _fit(flat(seen), before))
    judged = {AS_BEFORE: calibrated(unseen, before), LEARNED: calibrated(unseen, learned)}
    learned = replace(learned, features=without_mean_behaviour(learned.features, learned.features, flat(unseen)))
    return replace(learned, steps=isotonic(*_scores(flat(unseen), learned))), judged


def difference(before: ConfidenceModel, now: ConfidenceModel) -> ConfidenceModel:
    """What is to be added to the scores of a model for those of another one, with the steps of that."""
    names, kinds = {*before.features, *now.features}, {*before.kinds, *now.kinds}
    features = {name: round(before.features.get(name, 0.0) - now.features.get(name, 0.0), 4) for name in sorted(names)}
    of_kinds = {kind: round(before.of_kind(kind) - now.of_kind(kind), 4) for kind in sorted(kinds)}
    return ConfidenceModel(
        round(before.intercept - now.intercept, 4),
        {name: value for name, value in features.items() if value},
        {kind: value for kind, value in of_kinds.items() if value},
        before.steps,
    )


def calibrated(tasks: Sequence[Sequence[Case]], model: ConfidenceModel) -> list[LabelledPatch]:
    """The patches under a model, each with its confidence by the steps of all other tasks."""
    scores, _ = _scores(flat(tasks), model)
    return list(labelled_patches(tasks, flat(tasks), scores))


def enough(tasks: Sequence[list[Case]]) -> Sequence[list[Case]]:
    """These tasks. Raises TooFew."""
    labels = [case.right for case in flat(tasks)]
    right = sum(labels)
    if len(labels) < LEAST or min(right, len(labels) - right) < LEAST_OF_EACH:
        raise TooFew(f"{len(labels)} judged patches, {right} of them right")
    return tasks


def flat(tasks: Sequence[Sequence[Case]]) -> list[Case]:
    """The patches of all tasks."""
    return [case for task in tasks for case in task]


def brier(some: Sequence[LabelledPatch]) -> float:
    """The mean squared distance of confidence and truth."""
    return sum((one.confidence - one.right) ** 2 for one in some) / max(1, len(some))


def without_mean_behaviour(
    features: Mapping[str, float], weights: Mapping[str, float], some: Sequence[Case]
) -> dict[str, float]:
    """The weights of features with which knowing how a patch behaves adds nothing on average.

    While a search goes on nothing is known of that, and it has to say whether a patch may land. The order of patches
    in one search remains. weights: all that is added up for a feature.
    """
    observed = [case for case in some if case.features.get(OBSERVED)]
    added = [sum(weights.get(name, 0.0) * case.features.get(name, 0.0) for name in BEHAVIOUR) for case in observed]
    mean = sum(added) / max(1, len(added))
    return {**features, OBSERVED: round(features.get(OBSERVED, 0.0) - mean, 4)} if observed else dict(features)


def _fit(some: Sequence[Case], before: ConfidenceModel) -> Fit:
    names = sorted({name for case in some for name in case.features})
    return fit(some, names, RIDGE, KIND_RIDGE, partial(_before, before))


def _before(model: ConfidenceModel, case: Case) -> float:
    return model.score(JOINT.join(case.kinds), case.features)


def _scores(some: Sequence[Case], model: ConfidenceModel) -> tuple[list[float], list[bool]]:
    """The score of each patch, and whether it is right."""
    return [_before(model, case) for case in some], [case.right for case in some]


def _sum(before: ConfidenceModel, found: Fit) -> ConfidenceModel:
    """Both models as one; a kind of which only its group was known gets a weight of its own."""
    names, kinds = {*before.features, *found.features}, {*before.kinds, *found.kinds}
    features = {name: before.features.get(name, 0.0) + found.features.get(name, 0.0) for name in sorted(names)}
    return ConfidenceModel(
        round(before.intercept + found.intercept, 4),
        {name: round(value, 4) for name, value in features.items()},
        {kind: round(before.of_kind(kind) + found.kinds.get(kind, 0.0), 4) for kind in sorted(kinds)},
    )


def labelled_patches(
    tasks: Sequence[Sequence[Case]], cases: Sequence[Case], scores: Sequence[float]
) -> Iterator[LabelledPatch]:
    """Calibrated by the held-out scores of the other groups, so that no patch speaks for itself."""
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
