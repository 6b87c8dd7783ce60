"""The confidence that is said of a patch of the search is the share of such patches that is right."""

import math
from dataclasses import replace
from itertools import pairwise

import pytest

from testfix_pipeline.core.cycle_rules.confidence import LAND_FROM, READ_BELOW
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


def test_one_of_many_patches_that_nothing_distinguishes_is_read_first_or_a_lead() -> None:
    alone, among_some, among_many = (as_measured(patch(rivals, better=1.5)).confidence for rivals in (0, 3, 11))
    assert alone >= READ_BELOW > among_some >= LAND_FROM > among_many


@pytest.mark.parametrize("kind", ["guard.return", "shrink.part", "condition.narrowed", f"{KIND} + guard.raise"])
def test_a_patch_that_restricts_what_code_does_is_less_sure(kind: str) -> None:
    plain = as_measured(patch(better=3.0))
    assert as_measured(replace(patch(better=3.0), kind=kind)).confidence < plain.confidence


def test_rivals_that_calls_distinguish_say_that_the_tests_notice_much() -> None:
    distinguished, alike = (as_measured(patch(3, behaviours, better=2.5)).confidence for behaviours in (4, 1))
    assert distinguished > alike


@pytest.mark.parametrize(
    "kind", ["history.undo", "library.name", "syntax.colon", "patch.varied", "replace.name + library.name"]
)
def test_what_other_means_found_is_as_sure_as_they_say(kind: str) -> None:
    one = patch(6, kind=kind)
    assert as_measured(one) == one


def test_other_languages_and_parts_of_a_fix_are_left_alone() -> None:
    for one in (patch(6, path="a.js"), replace(patch(6), complete=False)):
        assert as_measured(one) == one


def test_what_else_is_held_against_a_patch_still_counts() -> None:
    one = patch(better=2.5)
    doubted = as_measured(replace(one, confidence=0.8 * one.confidence))
    assert 0 < doubted.confidence < as_measured(one).confidence


def test_a_likelier_patch_is_surer_and_leads_stay_leads() -> None:
    said = [as_measured(patch(better=float(step))).confidence for step in range(6)]
    assert all(one <= other for one, other in pairwise(said)) and said[0] < said[-1]
    lead = replace(patch(), confidence=0.35)
    assert as_measured(lead) == lead
