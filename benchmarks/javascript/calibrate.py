"""Learns how sure patches in JavaScript and TypeScript are, on top of what Python's patches say.

That says little of which of the patches of one search is right: they are ordered without it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks.repair import cache
from benchmarks.repair.learning import stored_rows
from benchmarks.repair.learning.calibration import table
from benchmarks.repair.learning.regression import Case, Fit, fit, held_out, isotonic
from benchmarks.repair.learning.stored_rows import Row
from benchmarks.repair.learning.trust import KIND_RIDGE, LEAST, LEAST_OF_EACH, RIDGE, LabelledPatch, labelled_patches
from testfix_pipeline.repair.model.ids import JOINT
from testfix_pipeline.repair.ranking.confidence_model import WEIGHTS, ConfidenceModel
from testfix_pipeline.repair.ranking.evidence import Behaviour, behaviour_features
from testfix_pipeline.repair.ranking.patch_ranking import odds_of_prior

LANGUAGE = "javascript"
OBSERVED = "observed"
BEHAVIOUR = tuple(behaviour_features(Behaviour(known=True)))
"""Features whose weights are those for Python: fitted to some fifty JavaScript searches, they were worse held out."""
ROWS = Path(__file__).with_name("confidence-rows.jsonl.gz")


def store(paths: Sequence[Path], unseen: Sequence[Path]) -> None:
    """Take what is learned from into the repository. unseen: rows of programs that nobody had read when measured."""
    rows = ({**row, "unseen": path in unseen} for path in (*paths, *unseen) for row in cache.rows(path))
    stored_rows.store(ROWS, rows)


def stored() -> list[Row]:
    """The rows in the repository."""
    return stored_rows.stored(ROWS)


def calibrate(rows: Sequence[Row]) -> str:
    """Fit `languages.javascript` in `weights.json` to labelled patches; tables of them, held out by task.

    Unseen rows alone say what share of patches is right: of the programs that the engine was developed on more are.
    Nothing is learned of fewer patches than the calibration for Python needs, nor where it is no better held out.
    """
    tasks = [list(stored_rows.cases(row)) for row in rows if not row["unseen"]]
    cases = [case for task in tasks for case in task]
    right = sum(case.right for case in cases)
    if len(cases) < LEAST or min(right, len(cases) - right) < LEAST_OF_EACH:
        return f"too few to learn from, left as it was: {len(cases)} judged patches, {right} of them right"
    weights = json.loads(WEIGHTS.read_text())
    known = ConfidenceModel.of({**weights["trust"], "languages": {}})
    names = sorted({name for case in cases for name in case.features} - set(BEHAVIOUR))
    scores = held_out(cases, names, RIDGE, KIND_RIDGE, lambda case: _score(known, case))
    before = list(_as_for_python(tasks, known))
    learned = zip(labelled_patches(tasks, cases, scores), before, strict=True)
    after = [replace(one, first=plain.first) for one, plain in learned]
    said = "no better held out, left as it was"
    if _brier(after) < _brier(before):
        found = _centred(fit(cases, names, RIDGE, KIND_RIDGE, lambda case: _score(known, case)), known, cases)
        unseen = [row for row in rows if row["unseen"]]
        patches = f"{len(cases)} plausible patches of {len(tasks)} JavaScript tasks, {right} right"
        said = f"{patches}; calibrated by {stored_rows.about(unseen)}"
        others = [case for row in unseen for case in stored_rows.cases(row)]
        steps = isotonic([_score(known, case) + found.score(case) for case in others], [case.right for case in others])
        weights["trust"]["languages"][LANGUAGE] = {**vars(found), "steps": steps}
        weights["sources"][LANGUAGE] = said
        if (made := json.dumps(weights, indent=1) + "\n") != WEIGHTS.read_text():
            WEIGHTS.write_text(made)
    parts = {"all as for Python": before, "all learned": after}
    parts |= {f"first choices, {name}": [one for one in some if one.first] for name, some in parts.items()}
    return "\n\n".join([*(f"{name}\n{table(some)}" for name, some in parts.items()), said])


def _centred(found: Fit, known: ConfidenceModel, cases: Sequence[Case]) -> Fit:
    """A fit under which what is known of a patch's behaviour adds nothing on average: unseen rows lack behaviour.

    The order of patches in one search remains.
    """
    observed = [case for case in cases if case.features.get(OBSERVED)]
    weights = {name: found.features.get(name, 0.0) + known.features.get(name, 0.0) for name in BEHAVIOUR}
    added = [sum(weight * case.features.get(name, 0.0) for name, weight in weights.items()) for case in observed]
    mean = sum(added) / max(1, len(added))
    features = {**found.features, OBSERVED: round(found.features.get(OBSERVED, 0.0) - mean, 4)}
    return replace(found, features=features) if observed else found


def _score(model: ConfidenceModel, case: Case) -> float:
    """The log odds that a patch has without what is learned here."""
    return model.score(JOINT.join(case.kinds), case.features) + odds_of_prior(math.exp(case.features["prior"]))


def _as_for_python(tasks: Sequence[Sequence[Case]], model: ConfidenceModel) -> Iterator[LabelledPatch]:
    for task in tasks:
        scores = [_score(model, case) for case in task]
        for case, score in zip(task, scores, strict=True):
            yield LabelledPatch(model.confidence(score), case.right, score == max(scores))


def _brier(some: Sequence[LabelledPatch]) -> float:
    return sum((one.confidence - one.right) ** 2 for one in some) / len(some)
