"""Objections to a patch as sentences: the features that lower its confidence most."""

from __future__ import annotations

from collections.abc import Mapping

from testfix_pipeline.repair.ranking.confidence_model import ConfidenceModel, shipped_confidence_model

MOST = 3
# In log odds: a lower cost changes a confidence by under 0.08 at most and is not mentioned.
LEAST_COST = 0.3
SENTENCES: Mapping[str, str] = {
    "lines in": "It writes more lines than patches that are right usually do.",
    "words in": "It writes more than patches that are right usually do.",
    "signs in": "It writes more than patches that are right usually do.",
    "bits a token": "It does not read like the code around it.",
    "bits more": "It does not read like the code around it.",
    "more edits": "It takes several edits.",
    "singled out": "It compares with a value of the failing tests that the code did not mention.",
    "literals of tests": "It adds constants that occur in the failing tests.",
    "mutating": "It changes the object's state in a function that only read it.",
    "crashing": "Calls that returned before end in an error with it.",
    "changed elsewhere": "It also changes what the calls of passing tests return.",
    "constants asked for": "It adds a comparison with a constant.",
    "unused names": "It leaves a name that nothing reads.",
    "behaviours": "Other patches pass the same tests and behave differently.",
    "rivals": "Many other patches pass the same tests.",
    "deletion": "It only deletes.",
}


def objections(features: Mapping[str, float], model: ConfidenceModel | None = None) -> list[str]:
    """Sentences for the features that lower a patch's confidence most, the costliest first; at most MOST.

    features: those of `RankedPatch.features`, values by name.
    """
    weights = (model or shipped_confidence_model()).features
    costs = {name: weights.get(name, 0.0) * value for name, value in features.items() if name in SENTENCES}
    worst = sorted((cost, name) for name, cost in costs.items() if cost <= -LEAST_COST)
    return list(dict.fromkeys(SENTENCES[name] for _cost, name in worst))[:MOST]
