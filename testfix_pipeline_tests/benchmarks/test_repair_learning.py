"""What the repair engine's weights are learned from, and how: on small cases whose answer is known."""

import json
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from benchmarks.repair import train
from benchmarks.repair.learning import calibration, stored_rows, trust
from benchmarks.repair.learning.regression import Case, fit, held_out, isotonic
from benchmarks.repair.learning.trust import LabelledPatch
from testfix_pipeline.repair.ranking.confidence_model import WEIGHTS


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


def row(number: int, right: bool, unseen: bool = False) -> dict[str, Any]:
    """Of two patches the first one is right or not, the second one, with a rival, never."""
    return {
        "id": f"{unseen}{number}",
        "labels": ["exact" if right else "wrong", "wrong"],
        "kinds": ["compare.operator", "deleted.statement"],
        "features": [{"rivals": float(not right)}, {"rivals": 1.0}],
        "unseen": unseen,
    }


def rows(number: int) -> list[dict[str, Any]]:
    """So many rows of each sort; of the seen tasks more are right than of the unseen ones."""
    seen = [row(one, one % 8 > 0) for one in range(number)]
    return [*seen, *(row(one, one % 4 > 0, unseen=True) for one in range(number))]


def test_trust_is_learned_from_enough_rows_only() -> None:
    with pytest.raises(trust.TooFew, match="20 judged patches"):
        trust.learn(rows(10), trust.earlier())
    learned, judged = trust.learn(rows(80), trust.earlier())
    assert learned.features["rivals"] < trust.earlier().features["rivals"]
    assert learned.kinds["deleted.statement"] < trust.earlier().of_kind("deleted.statement")
    sure = [one for one in judged[trust.LEARNED] if one.confidence > 0.8]
    assert len(sure) > 20 and all(one.first for one in sure)
    assert sum(one.right for one in sure) > 0.8 * len(sure)


def test_what_a_language_adds_makes_its_scores_those_from_before() -> None:
    before = trust.earlier()
    learned, _ = trust.learn(rows(80), before)
    added = trust.difference(before, learned)
    for kind in ("deleted.statement", "compare.operator", "never.seen"):
        known = {"rivals": 2.0, "observed": 1.0, "deletion": 1.0}
        assert learned.score(kind, known) + added.score(kind, known) == pytest.approx(
            before.score(kind, known), abs=0.01
        )
    assert added.steps == before.steps and learned.score("deleted.statement", {}) != before.score(
        "deleted.statement", {}
    )


def test_what_is_known_of_behaviour_adds_nothing_on_average() -> None:
    some = [Case(("a",), {"observed": 1.0, "crashing": share}, True, "x") for share in (0.0, 1.0)]
    weights = {"observed": 0.5, "crashing": -2.0, "rivals": -1.0}
    assert trust.without_mean_behaviour(weights, weights, some) == {**weights, "observed": 1.0}
    assert trust.without_mean_behaviour(weights, weights, []) == weights


def test_unseen_tasks_alone_say_what_scores_stand_for() -> None:
    before = trust.earlier()
    learned, _ = trust.learn(rows(80), before)
    assert [share for _, share in learned.steps] == [
        pytest.approx(1 / 102, abs=1e-3),
        pytest.approx(61 / 62, abs=1e-3),
    ]
    fewer = [one for one in rows(80) if one["unseen"] or one["labels"] == ["exact", "wrong"]]
    again, _ = trust.learn(fewer, before)
    assert [share for _, share in again.steps] == [share for _, share in learned.steps]


def test_what_was_known_before_any_patch_was_judged_holds_where_none_says_otherwise() -> None:
    learned, _ = trust.learn(rows(80), trust.earlier())
    before = json.loads(trust.BEFORE.read_text())
    assert learned.features["constant function"] == before["features"]["constant function"]
    assert learned.kinds["mutable"] == before["kinds"]["mutable"]


def test_the_shipped_trust_is_that_of_the_stored_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = Path(shutil.copy(WEIGHTS, tmp_path))  # a failure must not write what other tests read
    monkeypatch.setattr(train, "WEIGHTS", written)
    assert " unseen tasks: " in train.learn_trust(stored_rows.stored(train.ROWS))
    assert written.read_bytes() == WEIGHTS.read_bytes()


def test_rows_of_the_benchmark_are_stored_by_patch(tmp_path: Path) -> None:
    measured = {"id": "a", "patches": [{"label": "exact", "kind": "x.y", "features": {"size": 1.0}, "diff": "+a"}]}
    (tmp_path / "rows").write_text(f"{json.dumps({'id': 'a', 'patches': []})}\n{json.dumps(measured)}\n")
    stored_rows.store(tmp_path / "stored", train.rows_of([tmp_path / "rows"], unseen=True))
    assert stored_rows.stored(tmp_path / "stored") == [
        {"id": "a", "labels": ["exact"], "kinds": ["x.y"], "features": [{"size": 1.0}], "unseen": True}
    ]


def test_the_table_says_how_often_it_was_right() -> None:
    judged = [LabelledPatch(0.85, number < 17, True) for number in range(20)]
    judged += [LabelledPatch(0.95, True, True), LabelledPatch(0.05, False, True)]
    assert "0.8 - 0.9        20       0.85   0.85  0.64 - 0.95" in calibration.table(judged)


def test_what_the_engine_said_of_its_first_choices_is_set_against_the_truth() -> None:
    some: list[dict[str, Any]] = [
        {"patches": [{"confidence": 0.9, "label": "equivalent"}, {"confidence": 0.4, "label": "wrong"}]},
        {"patches": []},
        {"patches": [{"confidence": 0.7, "label": "wrong"}]},
    ]
    assert calibration.first_choices(some) == [LabelledPatch(0.9, True, True), LabelledPatch(0.7, False, True)]
