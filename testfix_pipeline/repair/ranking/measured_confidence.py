"""The confidence in patches of the search for Python: the share of such patches that is right.

The weights of `weights.json` order the patches of one search. How likely the first one is right depends as much on how
many others pass the same tests, and on whether any call distinguishes these: where none does, the tests say little.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from testfix_pipeline.core.cycle_rules.confidence import is_doubtful
from testfix_pipeline.repair.language.registry import language_of
from testfix_pipeline.repair.model.ids import JOINT, group
from testfix_pipeline.repair.ranking.confidence_model import shipped_confidence_model
from testfix_pipeline.repair.ranking.logistic import logistic
from testfix_pipeline.repair.ranking.patch_ranking import RankedPatch

INTERCEPT, SCORE, RIVALS = 0.33, 0.28, -0.56
"""The log odds that a first patch is right, by its score and `undistinguished_rivals`: fitted to 276 searches in 175
programs, some with a part of their tests (`python -m benchmarks.repair.learning.first_choices`)."""
RESTRICTING = {"guard": -1.39, "shrink": -1.93, "condition": -1.1, "remove": -1.07}
"""The same of groups of edits that let code do less in some case, which few tests tell from what they ask for."""
OFTEN_WRONG = frozenset({"moved", "assignment", "swap", "shortened"})
DOUBT = -1.0
"""The same in languages that add to what is learned of Python: of 176 first patches in JavaScript 14 of 28 of these
groups were right, 120 of the 148 others, at a confidence of .67 and .73 (Brier .182 without it, .178 with)."""
OTHERS = ("library", "history", "syntax", "patch")
"""Groups of edits whose confidence is measured elsewhere."""


def as_measured(patch: RankedPatch) -> RankedPatch:
    """The patch with the share of such patches that is right; one by other means as it is.

    What else was held against a patch, or for it, weighs as before; leads stay leads.
    """
    is_by_search = groups(patch.kind).isdisjoint(OTHERS)
    if not (is_by_search and patch.complete and patch.features) or is_doubtful(patch.confidence):
        return patch
    model = shipped_confidence_model()
    if not all(language_of(path).is_learned for path in patch.files):
        is_known = all(language_of(path).name in model.languages for path in patch.files)
        doubt = DOUBT if is_known and groups(patch.kind) & OFTEN_WRONG else 0.0
        return replace(patch, confidence=round(logistic(_log_odds(patch.confidence) + doubt), 3))
    score = model.score(patch.kind, patch.features)
    learned = INTERCEPT + SCORE * score + RIVALS * undistinguished_rivals(patch.features)
    learned += sum(RESTRICTING[name] for name in groups(patch.kind) & RESTRICTING.keys())
    others = _log_odds(patch.confidence) - _log_odds(model.confidence(score))
    return replace(patch, confidence=round(logistic(learned + others), 3))


def undistinguished_rivals(features: Mapping[str, float]) -> float:
    """The logarithm of the number of plausible patches for each behaviour that calls showed of them."""
    return features.get("rivals", 0.0) - features.get("behaviours", 0.0)


def groups(kind: str) -> set[str]:
    """The groups of a patch's edits."""
    return set(map(group, kind.split(JOINT)))


def _log_odds(share: float) -> float:
    return math.log(share / (1 - share))
