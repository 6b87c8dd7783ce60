"""What the repair engine's weights are learned from, and how: on small cases whose answer is known."""

import random

import pytest

from benchmarks.repair.learning import first_choices, trust
from benchmarks.repair.learning.regression import Case, fit, held_out, isotonic


def test_the_regression_finds_what_was_put_in() -> None:
    chance = random.Random(1)
    cases = []
    for number in range(600):
        kind, x = chance.choice(["good", "bad"]), chance.uniform(-1, 1)
        odds = 3 * x + (1 if kind == "good" else -1)
        cases.append(Case((kind,), {"x": x}, chance.random() < 1 / (1 + 2.718**-odds), f"p{number % 5}"))
    learned = fit(cases, ["x"])
    assert 2 < learned.features["x"] < 4
    assert learned.kinds["good"] > 0.3 > -0.3 > learned.kinds["bad"]
    scores = held_out(cases, ["x"])
    right = [score for score, case in zip(scores, cases, strict=True) if case.right]
    assert sum(right) / len(right) > 0


def test_calibration_rises_and_is_never_certain() -> None:
    steps = isotonic([1, 2, 3, 4, 5, 6], [False, True, False, True, True, True])
    assert [score for score, _ in steps] == sorted(score for score, _ in steps)
    assert [share for _, share in steps] == sorted(share for _, share in steps)
    assert 0 < steps[0][1] < steps[-1][1] < 1
    assert isotonic([1, 1, 1, 1], [True, False, True, False]) == [(1.0, 0.5)], "equal scores are one pool"


def row(number: int, right: bool) -> dict[str, object]:
    patches = [
        {"kind": "compare.operator", "label": "exact" if right else "wrong", "features": {"rivals": float(not right)}},
        {"kind": "deleted.statement", "label": "wrong", "features": {"rivals": 1.0}},
    ]
    return {"id": f"changed/p{number % 6}/{number}", "patches": [{**one, "diff": ""} for one in patches]}


def test_trust_is_learned_from_enough_rows_only() -> None:
    with pytest.raises(trust.TooFew, match="20 judged patches"):
        trust.learn([row(number, True) for number in range(10)], trust.judgement())
    record, judged = trust.learn([row(number, number % 4 > 0) for number in range(60)], trust.judgement())
    assert record["features"]["rivals"] < 0 and record["kinds"]["deleted.statement"] < 0
    sure = [one for one in judged if one.confidence > 0.8]
    assert len(sure) > 20 and all(one.first for one in sure)
    assert sum(one.right for one in sure) > 0.8 * len(sure)


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
    assert known < 0.14 and unseen < 0.165, "without the groups that restrict: .152 and .165"
