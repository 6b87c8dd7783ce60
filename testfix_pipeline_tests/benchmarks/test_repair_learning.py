"""What the repair engine's weights are learned from, and how: on small cases whose answer is known."""

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.repair.learning import calibration, choice, first_choices, trust
from benchmarks.repair.learning.regression import Case, fit, held_out, isotonic
from benchmarks.repair.learning.trust import LabelledPatch
from testfix_pipeline.repair.ranking.confidence_model import ConfidenceModel


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


def test_rows_from_before_there_were_ids_are_read_as_ids() -> None:
    patches = [{"kind": "compare operator + off by one", "label": "exact"}, {"kind": "guard.return", "label": "wrong"}]
    read = trust.by_ids({"id": "changed/p/1", "patches": patches})
    assert [one["kind"] for one in read["patches"]] == ["compare.operator + off.by-one", "guard.return"]
    assert trust.by_ids(read) == read


def choice_row(number: int, *, noise: float) -> dict[str, object]:
    """Of two patches the shorter one is right, but for some; the longer one is of the kind that is trusted more."""
    short, long = "+a = 1\n", "+a = one(2)\n+b = two(3)\n+c = 4\n"
    odd = random.Random(number).random() < noise
    patches = [
        {"kind": "long", "label": "exact" if odd else "wrong", "features": {"rivals": 0.7}, "diff": long},
        {"kind": "short", "label": "wrong" if odd else "equivalent", "features": {"rivals": 0.7}, "diff": short},
    ]
    return {"id": f"programs/p{number % 20}/{number}", "patches": patches}


def test_what_tells_right_patches_from_their_rivals_is_learned_from_each_search_for_itself() -> None:
    model = ConfidenceModel(kinds={"long": 0.5}, features={"lines in": 0.1, "rivals": -1.0})
    rows = [choice_row(number, noise=0.1) for number in range(100)]
    learned, said = choice.learn(rows, model)
    assert "100 searches" in said and " 11 right first before, 89 held out" in said
    assert learned.features["lines in"] < 0 and learned.features["words in"] < 0
    assert (learned.features["rivals"], learned.kinds) == (-1.0, model.kinds), "what was not asked for is kept"


def test_a_search_without_a_right_patch_or_without_a_wrong_one_is_no_choice() -> None:
    rows = [choice_row(number, noise=0.1) for number in range(100)]
    for one in rows[:70]:
        one["patches"] = one["patches"][:1]  # type: ignore[index]
    with pytest.raises(trust.TooFew, match="30 searches"):
        choice.learn(rows, ConfidenceModel())


def test_the_steps_towards_the_best_weights_lead_there() -> None:
    rows = [choice_row(number, noise=0.3) for number in range(80)]
    found = choice.choices(rows, ConfidenceModel())
    best = choice.fit(found)
    ridge = choice.RIDGE * np.concatenate([one.x for one in found]).var(axis=0)
    chance = random.Random(2)
    for _ in range(50):
        aside = best + np.array([chance.uniform(-0.5, 0.5) for _ in best])
        assert choice._chance(found, aside, ridge) < choice._chance(found, best, ridge)


def test_programs_and_their_mutations_are_held_out_together() -> None:
    tasks = ["programs/till", "programs/till/rm9", "mutated/till", "changed/click/3", "removed/click/1"]
    assert [trust.package_of(task) for task in tasks] == ["programs/till"] * 3 + ["click"] * 2


def test_a_model_is_calibrated_as_it_is() -> None:
    model = ConfidenceModel(kinds={"compare.operator": 1.0, "deleted": -1.0})
    with pytest.raises(trust.TooFew, match="20 judged patches"):
        trust.calibrate([row(number, True) for number in range(10)], model)
    steps, judged = trust.calibrate([row(number, number % 4 > 0) for number in range(60)], model)
    known_trust = ConfidenceModel(kinds=model.kinds, steps=steps)
    assert known_trust.confidence(-1.0) < 0.1 < 0.7 < known_trust.confidence(1.0) < 0.8
    assert [one.confidence > 0.5 for one in judged] == [one.first for one in judged]


def test_what_was_thought_before_any_patch_was_judged_holds_where_none_says_otherwise() -> None:
    record, _ = trust.learn([row(number, number % 4 > 0) for number in range(60)], trust.judgement())
    before = json.loads(trust.BEFORE.read_text())
    assert record["features"]["singled out"] == before["features"]["singled out"]
    assert record["kinds"]["mutable"] == before["kinds"]["mutable"]


def test_the_table_and_the_plot_say_how_often_it_was_right(tmp_path: Path) -> None:
    judged = [LabelledPatch(0.85, number < 17, True) for number in range(20)]
    judged += [LabelledPatch(0.95, True, True), LabelledPatch(0.05, False, True)]
    assert "0.8 - 0.9        20       0.85   0.85  0.64 - 0.95" in calibration.table(judged)
    calibration.plot(judged, tmp_path / "plot.png", "test")
    assert (tmp_path / "plot.png").stat().st_size > 5000


def test_what_the_engine_said_of_its_first_choices_is_set_against_the_truth() -> None:
    rows: list[dict[str, Any]] = [
        {"patches": [{"confidence": 0.9, "label": "equivalent"}, {"confidence": 0.4, "label": "wrong"}]},
        {"patches": []},
        {"patches": [{"confidence": 0.7, "label": "wrong"}]},
    ]
    assert calibration.first_choices(rows) == [LabelledPatch(0.9, True, True), LabelledPatch(0.7, False, True)]


def test_the_shipped_confidence_is_what_the_stored_searches_give(capsys: pytest.CaptureFixture[str]) -> None:
    found = first_choices.fitted(first_choices.stored())
    made = (found.intercept, *(found.features[name] for name in first_choices.NAMES))
    assert made == pytest.approx(first_choices.shipped(), abs=0.01)
    first_choices.main()
    said = capsys.readouterr().out
    known, unseen = (float(part.split(",")[0]) for part in said.split("Brier score ")[1:])
    assert known < 0.14 and unseen < 0.165, "without the groups that restrict: .152 and .165"
