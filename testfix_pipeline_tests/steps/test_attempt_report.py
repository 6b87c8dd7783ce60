"""Attempts in the failure report: cause, diff, and why not."""

from typing import Any

from testfix_pipeline.core.records import Attempt
from testfix_pipeline.steps.reports.attempt_report import attempts_section


def attempt(**fields: Any) -> Attempt:
    known = {"iteration": 2, "task_id": "IMPL-fix-2a", "strategy": "exploratory", "tool": "builtin", "result": "lead"}
    return Attempt.model_validate({**known, **fields})


def test_an_attempt_is_named_with_cause_place_reason_and_diff() -> None:
    one = attempt(
        root_causes=["the sign is wrong"],
        modification_points=["calc.py:add:1-2"],
        reason="1 passed before and no longer do: t.py::b; 2 newly pass.",
        newly_failing=["t.py::b"],
        patch="--- a/calc.py\n+++ b/calc.py\n-a - b\n+a + b\n",
    )
    assert attempts_section([one]) == [
        "## Attempts",
        "",
        "### IMPL-fix-2a: lead (iteration 2, exploratory, builtin)",
        "",
        "- cause: the sign is wrong",
        "- place: calc.py:add:1-2",
        "- why not: 1 passed before and no longer do: t.py::b; 2 newly pass.",
        "- newly fails: t.py::b",
        "",
        "```diff",
        "--- a/calc.py",
        "+++ b/calc.py",
        "-a - b",
        "+a + b",
        "```",
        "",
    ]


def test_what_is_not_there_is_said() -> None:
    text = "\n".join(attempts_section([attempt(result="nothing_found", tool="")]))
    assert "nothing found (iteration 2, exploratory, no tool)" in text
    assert "cause: none was named" in text and "no reason was recorded" in text and "No change was proposed." in text
    assert attempts_section([])[2] == "No attempt was made."


def test_a_long_diff_and_one_with_backticks_stay_readable() -> None:
    long = "\n".join(f"+line {n} ```" for n in range(250))
    lines = attempts_section([attempt(patch=long, newly_failing=[f"t::{n}" for n in range(10)])])
    assert "````diff" in lines and sum(line.startswith("+line") for line in lines) == 200
    assert "50 more lines are in `.summaries/IMPL-fix-2a-summary.md`." in lines
    assert "- and 2 more newly fail" in lines


def test_a_fix_that_was_rolled_back_and_one_that_stands_are_distinguished() -> None:
    fallen, stands = attempt(result="regression", rolled_back=True), attempt(result="landed", reason="2 newly pass.")
    text = "\n".join(attempts_section([fallen, stands]))
    assert "IMPL-fix-2a: rolled back" in text and "- why: 2 newly pass." in text
