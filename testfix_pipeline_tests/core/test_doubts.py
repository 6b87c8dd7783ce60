"""Which landed fixes people are told to read first."""

from __future__ import annotations

from typing import Any

from testfix_pipeline.core.doubts import read_first, read_first_line
from testfix_pipeline.core.records import Attempt


def attempt(task: str, confidence: float, **fields: Any) -> Attempt:
    given = {"iteration": 1, "strategy": "conservative", "result": "landed", **fields}
    return Attempt.model_validate({"task_id": task, "confidence": confidence, **given})


def test_unsure_fixes_that_landed_come_least_sure_first() -> None:
    attempts = [
        attempt("sure", 0.6),
        attempt("half", 0.5, note="a  guard\nadded", commit="abc"),
        attempt("doubtful", 0.2, root_causes=["a sum"]),
        attempt("silent", 0.0),
        attempt("lead", 0.1, result="lead"),
        attempt("undone", 0.1, rolled_back=True),
    ]
    found = read_first(attempts)
    assert [one["task_id"] for one in found] == ["doubtful", "half"]
    assert found[1] == {"task_id": "half", "confidence": 0.5, "change": "a guard added", "commit": "abc"}
    assert read_first_line(found[0]) == "doubtful may as well be wrong (confidence 0.20): a sum"


def test_a_sure_fix_that_adds_static_findings_is_read_first_too() -> None:
    finding = "calc.py:1 ruff F401: `os` imported but unused"
    sure = Attempt(iteration=1, task_id="IMPL-fix-1", strategy="conservative", confidence=0.95, result="landed")
    (told,) = read_first([sure.model_copy(update={"static_findings": [finding, "another"], "note": "adds"})])
    assert told["findings"] == [finding, "another"]
    assert (
        read_first_line(told) == f"IMPL-fix-1 adds a finding of the project's own checks ({finding} and 1 more): adds"
    )
