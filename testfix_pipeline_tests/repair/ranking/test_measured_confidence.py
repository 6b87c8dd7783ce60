"""The confidence that is said of a patch is what held-out programs showed."""

from itertools import pairwise

import pytest

from testfix_pipeline.core.cycle_rules.confidence import LAND_FROM, READ_BELOW
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.ranking.measured_confidence import SHARES, as_measured
from testfix_pipeline.repair.ranking.patch_ranking import RankedPatch


def said(kind: str, confidence: float, path: str = "a.py") -> float:
    tests = frozenset([TestId("t")])
    patch = RankedPatch({path: ""}, {}, "", kind, "", "", tests, frozenset(), True, confidence, "")
    return as_measured(patch).confidence


def test_a_patch_of_which_half_are_right_is_to_be_read_first_and_lands() -> None:
    assert LAND_FROM <= said("guard.return", 0.79) < READ_BELOW
    assert said("guard.return", 0.83) >= READ_BELOW


@pytest.mark.parametrize(
    "kind", ["history.undo", "library.name", "syntax.colon", "patch.varied", "replace.name + library.name"]
)
def test_what_other_means_found_is_as_sure_as_they_say(kind: str) -> None:
    assert said(kind, 0.79) == 0.79


def test_only_python_was_measured() -> None:
    assert said("guard.return", 0.79, "a.js") == 0.79


def test_more_is_never_less_and_leads_stay_leads() -> None:
    shares = [said("guard.return", step / 100) for step in range(101)]
    assert all(one <= other for one, other in pairwise(shares))
    assert [one < LAND_FROM for one in shares] == [step < 40 for step in range(101)]
    assert all(one < other for (one, _), (other, _) in pairwise(SHARES))
