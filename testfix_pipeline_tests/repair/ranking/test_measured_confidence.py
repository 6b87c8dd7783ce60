"""The confidence that is said of a patch of the search is the share of such patches that is right."""

import math
from dataclasses import replace

import pytest

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.ranking.confidence_model import shipped_confidence_model
from testfix_pipeline.repair.ranking.measured_confidence import as_measured
from testfix_pipeline.repair.ranking.patch_ranking import RankedPatch

KIND = "replace.operator"


def patch(
    rivals: int = 0, behaviours: int = 1, kind: str = KIND, path: str = "a.py", better: float = 0.0
) -> RankedPatch:
    """A patch as the ranking makes it. better: log odds beyond those of its kind."""
    features = {"rivals": math.log1p(rivals), "behaviours": math.log(behaviours), "more alike": better}
    model = shipped_confidence_model()
    tests = frozenset([TestId("t")])
    confidence = model.confidence(model.score(kind, features))
    return RankedPatch({path: ""}, {}, "", kind, "", "", tests, frozenset(), True, confidence, "", features=features)


@pytest.mark.parametrize(
    "kind", ["guard.return", "shrink.part", "remove.statement", "condition.narrowed", f"{KIND} + guard.raise"]
)
def test_a_patch_that_restricts_what_code_does_is_less_sure(kind: str) -> None:
    plain = as_measured(patch(better=3.0))
    assert as_measured(replace(patch(better=3.0), kind=kind)).confidence < plain.confidence
