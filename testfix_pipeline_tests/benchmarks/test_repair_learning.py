"""What the repair engine's weights are learned from, and how: on small cases whose answer is known."""

import pytest

from benchmarks.repair.learning import first_choices, trust
from benchmarks.repair.learning.regression import isotonic


def test_calibration_rises_and_is_never_certain() -> None:
    steps = isotonic([1, 2, 3, 4, 5, 6], [False, True, False, True, True, True])
    assert [score for score, _ in steps] == sorted(score for score, _ in steps)
    assert [share for _, share in steps] == sorted(share for _, share in steps)
    assert 0 < steps[0][1] < steps[-1][1] < 1
    assert isotonic([1, 1, 1, 1], [True, False, True, False]) == [(1.0, 0.5)], "equal scores are one pool"


def test_programs_and_their_mutations_are_held_out_together() -> None:
    tasks = ["programs/till", "programs/till/rm9", "mutated/till", "changed/click/3", "removed/click/1"]
    assert [trust.package_of(task) for task in tasks] == ["programs/till"] * 3 + ["click"] * 2


def test_the_shipped_confidence_is_what_the_stored_searches_give(capsys: pytest.CaptureFixture[str]) -> None:
    found = first_choices.fitted(first_choices.stored())
    made = (found.intercept, *(found.features[name] for name in first_choices.NAMES))
    assert made == pytest.approx(first_choices.shipped(), abs=0.01)
    first_choices.main()
    said = capsys.readouterr().out
    known, unseen = (float(part.split(",")[0]) for part in said.split("Brier score ")[1:])
    assert known < 0.165 and unseen < 0.16, "without the groups that restrict: .177 and .162"
