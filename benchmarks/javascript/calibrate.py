"""Learns how sure patches in JavaScript and TypeScript are, on top of what Python's patches say.

That says little of which of the patches of one search is right: they are ordered without it.
"""

from __future__ import annotations

import gzip
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.repair import cache
from benchmarks.repair.learning.calibration import table
from benchmarks.repair.learning.regression import Case, Fit, fit, held_out, isotonic
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
"""What was learned from: of each task its id, its patches' labels, kinds and features, and whether it was unseen."""
STORED = ("id", "labels", "kinds", "features", "unseen")

Row = Mapping[str, Any]


def store(paths: Sequence[Path], unseen: Sequence[Path]) -> None:
    """Take what is learned from into the repository. unseen: rows of programs that nobody had read when measured."""
    rows = [{**row, "unseen": path in unseen} for path in (*paths, *unseen) for row in cache.rows(path)]
    lines = [json.dumps({name: row[name] for name in STORED}, separators=(",", ":")) for row in rows]
    ROWS.write_bytes(gzip.compress("\n".join(lines).encode() + b"\n", mtime=0))


def stored() -> list[Row]:
    """The rows in the repository."""
    return [json.loads(line) for line in gzip.decompress(ROWS.read_bytes()).splitlines()]


def calibrate(rows: Sequence[Row]) -> str:
    """Fit `languages.javascript` in `weights.json` to labelled patches; tables of them, held out by task.

    Unseen rows alone say what share of patches is right: of the programs that the engine was developed on more are.
    Nothing is learned of fewer patches than the calibration for Python needs, nor where it is no better held out.
    """
    tasks = [list(_cases(row)) for row in rows if not row["unseen"]]
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
        said = f"{len(cases)} plausible patches of {len(tasks)} JavaScript tasks, {right} right; {_about(unseen)}"
        others = [next(_cases(row)) for row in unseen if row["labels"]]  # only the first one lands
        steps = isotonic([_score(known, case) + found.score(case) for case in others], [case.right for case in others])
        weights["trust"]["languages"] = {LANGUAGE: {**vars(found), "steps": steps}}
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


def _about(unseen: Sequence[Row]) -> str:
    right = sum(row["labels"][:1] not in ([], ["wrong"]) for row in unseen)
    found = sum(bool(row["labels"]) for row in unseen)
    return f"calibrated by {len(unseen)} unseen tasks: {found} with a plausible patch, the first one right in {right}"


def _cases(row: Row) -> Iterator[Case]:
    """The labelled patches of a task, which together count less than as many tasks would."""
    for label, kind, features in zip(row["labels"], row["kinds"], row["features"], strict=True):
        kinds = tuple(dict.fromkeys(kind.split(JOINT)))
        yield Case(kinds, features, label != "wrong", row["id"], len(row["labels"]) ** -0.5)


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
