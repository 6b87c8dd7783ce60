"""The end of a run as people see it."""

from __future__ import annotations

from typing import Any

import pytest

from testfix_pipeline.console import SHORTFALLS_SHOWN, show_result

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


def test_a_fulfilled_plan_shows_none(capsys: pytest.CaptureFixture[str]) -> None:
    show_result({**FOUND, "outcome": "success", "review": False, "shortfalls": []}, "")
    shown = capsys.readouterr().out
    assert "WFS-test-a: success\n" in shown and "not fulfilled:" not in shown
