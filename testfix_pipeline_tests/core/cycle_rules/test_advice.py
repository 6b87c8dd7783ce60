"""Advice by what ended a cycle."""

from collections.abc import Callable
from typing import Any, get_args

import pytest

from testfix_pipeline.core.cycle_rules.advice import advice
from testfix_pipeline.core.session_parts import EndedBy
from testfix_pipeline.core.test_ids import SessionId

SESSION = SessionId("WFS-test-a")

ENDS = [end for end in get_args(EndedBy) if end]


@pytest.mark.parametrize("end", ENDS)
def test_every_end_has_advice_of_its_own(end: EndedBy) -> None:
    said = advice(end, SESSION, [], 3)
    assert said.count("`") % 2 == 0 and "{" not in said
    assert said not in [advice(other, SESSION, [], 3) for other in ENDS if other != end]


def test_of_an_end_that_nobody_recorded_nothing_is_said() -> None:
    assert advice("", SESSION, [], 3) == ""


def test_more_iterations_are_not_recommended_where_the_last_ones_gained_nothing(iteration: Callable[..., Any]) -> None:
    gain, idle = {"result": "landed", "pass_rate_after": 90.0}, {"result": "no_gain", "pass_rate_after": 50.0}
    gaining = advice("limit", SESSION, [iteration(1, **idle), iteration(2, **gain)], 2)
    assert "while it still gained" in gaining and "--session WFS-test-a --max-iterations 4" in gaining
    stuck = advice("limit", SESSION, [iteration(1, **gain), iteration(2, **idle), iteration(3, **idle)], 3)
    assert "the last 2 gained nothing: the report says why" in stuck
    assert "the last one gained nothing" in advice("limit", SESSION, [iteration(1, **idle)], 1)
