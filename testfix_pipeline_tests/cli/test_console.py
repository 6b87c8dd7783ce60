"""The end of a run as people see it."""

from typing import Any

import pytest

from testfix_pipeline.cli.console import FAILURES_SHOWN, MOST_LINES, SHORTFALLS_SHOWN, show_result
from testfix_pipeline.core.records import Failure

FOUND: dict[str, Any] = {
    "session_id": "WFS-test-a",
    "outcome": "partial",
    "reason": "All 2 tests pass on a full run. 1 point of the plan is not fulfilled.",
    "review": True,
    "branch": "testfix/WFS-test-a",
    "project": "/shop",
}


def lacking(count: int) -> list[dict[str, str]]:
    return [{"kind": "criterion", "what": f"AC-{number}", "why": "nothing covers it"} for number in range(count)]


def test_what_a_plan_lacks_is_on_the_screen(capsys: pytest.CaptureFixture[str]) -> None:
    show_result({**FOUND, "shortfalls": lacking(1)}, "")
    shown = capsys.readouterr().out
    assert "WFS-test-a: partial, for review" in shown
    assert "  not fulfilled: criterion AC-0: nothing covers it\n" in shown
    assert "more in the report" not in shown


def test_a_long_list_is_cut_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    show_result({**FOUND, "shortfalls": lacking(SHORTFALLS_SHOWN + 3)}, "")
    shown = capsys.readouterr().out
    assert shown.count("not fulfilled: ") == SHORTFALLS_SHOWN
    assert "  and 3 more in the report\n" in shown


def ended(**found: Any) -> dict[str, Any]:
    """A result of a session that measured one test, with these fields."""
    counts = {"total": 1, "iterations": 1, "candidates_tried": 1, "duration_s": 3.0, "commits": ["c"], "report": "r.md"}
    return {**FOUND, "pass_rate_before": 0.0, "pass_rate": 0.0, **counts, **found}


def test_why_each_test_still_fails_is_on_the_screen(capsys: pytest.CaptureFixture[str]) -> None:
    tests = [f"t.py::test_{number}" for number in range(FAILURES_SHOWN + 2)]
    reasons = {tests[0]: "The package left is not installed."}
    show_result(ended(outcome="blocked", remaining_failures=tests, failure_reasons=reasons), "")
    shown = capsys.readouterr().out
    assert "  still failing: t.py::test_0: The package left is not installed.\n" in shown
    assert "  still failing: t.py::test_1\n" in shown and "  and 2 more in the report\n" in shown
    assert "0% of 1 test in 1 iteration, 1 candidate, 3 s" in shown and "(1 commit)" in shown


def test_what_helps_after_the_end_is_the_next_step(capsys: pytest.CaptureFixture[str]) -> None:
    advice = "It still gained: `testfix resume --session WFS-test-a --max-iterations 4` goes on."
    show_result(ended(outcome="blocked", advice=advice), "")
    assert (
        "`testfix resume --session WFS-test-a --project /shop --max-iterations 4` goes on." in capsys.readouterr().out
    )


@pytest.mark.parametrize(("lines", "shown"), [(MOST_LINES, False), (MOST_LINES + 1, True)])
def test_a_long_diff_is_named_where_it_is_left_out(capsys: pytest.CaptureFixture[str], lines: int, shown: bool) -> None:
    show_result(ended(), "+x\n" * lines)
    out = capsys.readouterr().out
    assert (f"{lines} lines, too many for here: `testfix review` shows it" in out, "+x" in out) == (shown, not shown)


@pytest.mark.parametrize(
    ("found", "offered"),
    [
        ({"diff": "d", "fixed_tests": ["t"]}, True),
        ({"diff": "d", "fixed_tests": ["t"], "applied": {"applied": True}}, False),
        ({"diff": "", "outcome": "blocked"}, False),
    ],
)
def test_apply_is_offered_while_there_is_something_to_apply(capsys, found, offered) -> None:
    show_result(ended(**found), "")
    assert ("testfix apply" in capsys.readouterr().out) == offered


@pytest.mark.parametrize(
    ("failure", "why"),
    [
        ({"error_type": "AssertionError", "error": "assert 1 == 2\n + where"}, "AssertionError: assert 1 == 2"),
        ({"error_type": "NeverEnds"}, "NeverEnds"),
        ({"error_type": "E", "error": "x", "failure_class": "env_issue", "evidence": "No network."}, "No network."),
    ],
)
def test_a_failure_says_why_in_a_line(failure: dict[str, str], why: str) -> None:
    assert Failure(test="t.py::test_a", **failure).why == why


def test_a_fulfilled_plan_shows_none(capsys: pytest.CaptureFixture[str]) -> None:
    show_result({**FOUND, "outcome": "success", "review": False, "shortfalls": []}, "")
    shown = capsys.readouterr().out
    assert "WFS-test-a: success\n" in shown and "not fulfilled:" not in shown


def test_a_change_of_the_tests_is_offered_whatever_it_is_for(capsys: pytest.CaptureFixture[str]) -> None:
    show_result(ended(outcome="blocked", tests_would_fix_patch="would.patch"), "")
    assert "tests    pass with a change of them, only offered: git apply would.patch\n" in capsys.readouterr().out
