"""Which patches are leads, and which landed fixes people should read first."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from testfix_pipeline.core.cycle_rules.confidence import (
    against,
    confidence_beside,
    is_doubtful,
    lead_line,
    leads,
    open_leads,
    outcome_with_unsure_fixes,
    read_first,
    read_first_line,
)
from testfix_pipeline.core.records import Attempt
from testfix_pipeline.core.test_ids import TestId


def attempt(task: str, confidence: float, **fields: Any) -> Attempt:
    given = {"iteration": 1, "strategy": "conservative", "result": "landed", **fields}
    return Attempt.model_validate({"task_id": task, "confidence": confidence, **given})


def test_unsure_fixes_that_landed_come_least_sure_first() -> None:
    attempts = [
        attempt("sure", 0.65),
        attempt("half", 0.5, note="a  guard\nadded", commit="abc"),
        attempt("doubtful", 0.2, root_causes=["a sum"]),
        attempt("silent", 0.0),
        attempt("lead", 0.1, result="lead"),
        attempt("undone", 0.1, rolled_back=True),
    ]
    found = read_first(attempts)
    assert [one["task_id"] for one in found] == ["doubtful", "half"]
    assert found[1] == {
        "task_id": "half", "confidence": 0.5, "change": "a guard added", "commit": "abc", "doubts": [],
    }  # fmt: skip
    assert read_first_line(found[0]) == "doubtful may be wrong (confidence 0.20): a sum"


@pytest.mark.parametrize(
    ("outcome", "attempts", "expected"),
    [
        ("success", [attempt("sure", 0.65), attempt("lead", 0.1, result="lead")], ("success", "Green.")),
        (
            "success",
            [attempt("sure", 0.9), attempt("half", 0.5), attempt("undone", 0.1, rolled_back=True)],
            ("partial", "Read the change first: 1 of 2 fixes may be wrong (confidence 0.50, below 0.65). Green."),
        ),
        ("blocked", [attempt("half", 0.5)], ("blocked", "Green.")),
    ],
)
def test_a_landed_fix_of_low_confidence_makes_a_success_a_partial_one(outcome, attempts, expected) -> None:
    assert outcome_with_unsure_fixes(outcome, "Green.", attempts) == expected


def test_a_sure_fix_that_adds_static_findings_is_read_first_too() -> None:
    finding = "calc.py:1 ruff F401: `os` imported but unused"
    sure = Attempt(iteration=1, task_id="IMPL-fix-1", strategy="conservative", confidence=0.95, result="landed")
    (entry,) = read_first([sure.model_copy(update={"static_findings": [finding, "another"], "note": "adds"})])
    assert entry["findings"] == [finding, "another"]
    assert (
        read_first_line(entry) == f"IMPL-fix-1 adds a finding of the project's own checks ({finding} and 1 more): adds"
    )


def test_a_fix_with_a_doubt_is_read_first_however_sure_its_author_is() -> None:
    [found] = read_first([attempt("sure", 0.9, note="a guard", doubts=["Nobody looked at app.js."])])
    assert read_first_line(found).endswith("a guard [Nobody looked at app.js.]")


def test_below_four_tenths_is_a_lead() -> None:
    assert [is_doubtful(one) for one in (0.0, 0.39, 0.4, 1.0)] == [True, True, False, False]
    assert against(0.4, ["It only deletes."]) == []
    assert against(0.39, ["It only deletes."]) == ["Its confidence is 0.39, below 0.4.", "It only deletes."]
    assert against(0.3999, []) == ["Its confidence is 0.39, below 0.4."]
    assert against(0.29, []) == ["Its confidence is 0.29, below 0.4."]
    assert against(0.0, []) == ["Nobody vouches for it (0.00)."]


def test_leads_are_those_that_only_their_confidence_holds_back() -> None:
    held = {"result": "lead", "doubtful": True, "newly_passing": ["t.py::a"], "patch": "+x\n", "doubts": ["Low."]}
    attempts = [
        attempt("low", 0.1, **held),
        attempt("better", 0.3, **{**held, "newly_passing": ["t.py::a", "t.py::b"]}, note="a guard"),
        attempt("breaks", 0.9, **{**held, "doubtful": False}),
        attempt("landed later", 0.2, **{**held, "result": "landed"}),
    ]
    found = leads(attempts)
    assert [one["task_id"] for one in found] == ["better", "low"]
    assert (found[0]["diff"], found[0]["against"], found[0]["confidence"]) == ("+x\n", ["Low."], 0.3)
    assert lead_line(found[0]) == "better makes 2 failing tests pass and did not land: a guard"
    assert [one["task_id"] for one in open_leads(attempts, [TestId("t.py::b")])] == ["better"]
    assert open_leads(attempts, [TestId("t.py::other")]) == []


DOUBTED = st.lists(st.floats(0, 0.39), max_size=5)


@given(st.floats(0, 1), DOUBTED)
def test_other_patches_for_the_same_tests_take_their_share_of_it(confidence: float, others: list[float]) -> None:
    found = confidence_beside(confidence, others)
    assert 0 <= found <= confidence + 1e-9
    assert confidence_beside(confidence, [*others, 0.0]) == found
    assert confidence_beside(confidence, []) == pytest.approx(confidence)


@given(st.floats(0, 0.99), st.floats(0, 0.39))
def test_of_two_patches_at_most_one_is_right(one: float, other: float) -> None:
    assert confidence_beside(one, [other]) + confidence_beside(other, [one]) <= 1
