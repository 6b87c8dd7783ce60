"""What speaks against a patch, in sentences: the features that cost it most confidence."""

from __future__ import annotations

from collections.abc import Mapping

from testfix_pipeline.repair.trust import Trust, trust

MOST = 3
# In log odds: less moves a confidence by under 0.08 where it moves it most, and is no reason to name.
LEAST_COST = 0.3
SENTENCES: Mapping[str, str] = {
    "rivals": "Many other patches pass the same tests.",
    "words in": "It writes more than patches that are right usually do.",
    "signs in": "It writes more than patches that are right usually do.",
    "left over": "It leaves code that can't be reached, or a name that nothing reads.",
}


def objections(features: Mapping[str, float], model: Trust | None = None) -> list[str]:
    """Sentences for the features that cost a patch most confidence, the costliest first; at most MOST.

    features: those of `RankedPatch.features`, values by name.
    """
    weights = (model or trust()).features
    costs = {name: weights.get(name, 0.0) * value for name, value in features.items() if name in SENTENCES}
    worst = sorted((cost, name) for name, cost in costs.items() if cost <= -LEAST_COST)
    return list(dict.fromkeys(SENTENCES[name] for _cost, name in worst))[:MOST]
