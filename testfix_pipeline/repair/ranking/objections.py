"""What speaks against a patch, in sentences: the features that cost it most confidence."""

from __future__ import annotations

from collections.abc import Mapping

from testfix_pipeline.repair.ranking.confidence_model import Trust, trust

MOST = 3
# In log odds: less moves a confidence by under 0.08 where it moves it most, and is no reason to name.
LEAST_COST = 0.3
SENTENCES: Mapping[str, str] = {
    "lines in": "It writes more lines than patches that are right usually do.",
    "words in": "It writes more than patches that are right usually do.",
    "signs in": "It writes more than patches that are right usually do.",
    "bits a token": "It does not read like the code around it.",
    "bits more": "It does not read like the code around it.",
    "more edits": "It takes several edits.",
    "dead code": "It leaves code that can't be reached or decides nothing.",
    "singled out": "It compares with a value of the failing tests that the code never spoke of.",
    "special case": "It treats the tests' own values apart.",
    "literals of tests": "It puts in constants that stand in the failing tests.",
    "other keys": "It asks a container for another key than is put into it.",
    "lost keys": "It takes an entry out of a table.",
    "mutating": "It changes the object's state in a function that only read it.",
    "constant function": "A function no longer depends on its arguments.",
    "crashing": "Calls that were answered end in an error with it.",
    "changed elsewhere": "It also changes what the calls of passing tests return.",
    "dropped exits": "It takes out a return or a raise.",
    "constants asked for": "It adds a comparison with a constant.",
    "strange conditions": "It adds a condition that has nothing to do with what is done under it.",
    "no answer": "A function that always answered may now end without an answer.",
    "alien answers": "It answers with a type that the function gives nowhere else.",
    "overwritten": "It binds a value that is replaced before it is read.",
    "unused names": "It leaves a name that nothing reads.",
    "behaviours": "Other patches pass the same tests and behave differently.",
    "rivals": "Many other patches pass the same tests.",
    "covering": "Passing tests run the changed lines as well.",
    "deletion": "It only deletes.",
}


def objections(features: Mapping[str, float], model: Trust | None = None) -> list[str]:
    """Sentences for the features that cost a patch most confidence, the costliest first; at most MOST.

    features: those of `RankedPatch.features`, values by name.
    """
    weights = (model or trust()).features
    costs = {name: weights.get(name, 0.0) * value for name, value in features.items() if name in SENTENCES}
    worst = sorted((cost, name) for name, cost in costs.items() if cost <= -LEAST_COST)
    return list(dict.fromkeys(SENTENCES[name] for _cost, name in worst))[:MOST]
