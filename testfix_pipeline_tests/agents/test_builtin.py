"""The built-in engine as planner: where the failing tests point, and three different hypotheses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from testfix_pipeline.agents.builtin import BuiltinAgent
from testfix_pipeline.core.agents import parse_strategy
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline_tests.execution.targets import ours

FAILING, PASSING = "test_calc.py::test_add", "test_calc.py::test_half"


@pytest.fixture
def builtin() -> BuiltinAgent:
    """An engine that knows that the failing test runs line 2 and the passing one line 6."""
    lines = {FAILING: {"calc.py": frozenset({2})}, PASSING: {"calc.py": frozenset({6})}}
    return BuiltinAgent(target=ours(), coverage=CoverageMap(lines, {"calc.py": frozenset({1, 5})}))


def test_the_analysis_points_at_what_only_failing_tests_run(
    builtin: BuiltinAgent, analysis_request: Callable[..., Any]
) -> None:
    answer = builtin.analyse(analysis_request())
    [strategy] = parse_strategy(answer.payload or {})
    assert strategy.modification_points[0] == "calc.py:add:2"
    assert not any(":half:" in point for point in strategy.modification_points)
    assert strategy.test_execution.affected_tests == [FAILING]
    assert "calc.py:add:2" in answer.text and answer.kind == "ok"


def test_three_alternatives_are_three_different_hypotheses(
    builtin: BuiltinAgent, analysis_request: Callable[..., Any]
) -> None:
    strategies = parse_strategy(builtin.analyse(analysis_request(alternatives=3)).payload or {})
    assert len({strategy.hypothesis for strategy in strategies}) == 3
    assert len({strategy.root_causes[0] for strategy in strategies}) == 3
