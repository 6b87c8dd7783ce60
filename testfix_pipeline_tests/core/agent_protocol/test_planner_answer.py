"""The planner's answer in the documents' form: what a tool says, else what follows from the plan."""

from typing import Any

import pytest

from testfix_pipeline.core.agent_protocol.planner_answer import planner_fields, summary_of
from testfix_pipeline.core.records import SuiteResults
from testfix_pipeline.core.task_records import FixStrategy

RESULTS = SuiteResults(total=20, passed=17, failed=2, skipped=0, errors=1, pass_rate=85.0)
ONE = FixStrategy(root_causes=["a sign"], modification_points=["calc.py:add:2", "calc.py:add:3"])
TWO = FixStrategy(root_causes=["a sign", "a name"], modification_points=["calc.py:add:2", "shop.py:price:1"])


def test_what_the_tool_says_counts() -> None:
    said = {"estimated_complexity": " High", "expected_pass_rate_improvement": "85% → 99%"}
    found = summary_of({"summary": said}, [ONE], RESULTS, ["t1"])
    assert (found.estimated_complexity, found.expected_pass_rate_improvement) == ("high", "85% → 99%")
    assert (found.root_causes, found.modification_points) == (["a sign"], ["calc.py:add:2", "calc.py:add:3"])


@pytest.mark.parametrize(
    "payload",
    [{}, {"summary": None}, {"summary": {"estimated_complexity": "huge", "expected_pass_rate_improvement": ["no"]}}],
)
def test_what_it_does_not_say_follows_from_the_plan(payload: dict[str, Any]) -> None:
    found = summary_of(payload, [ONE], RESULTS, ["t1", "t2", "t2"])
    assert (found.estimated_complexity, found.expected_pass_rate_improvement) == ("low", "85% → 95%")


def test_more_files_and_more_tasks_are_harder_and_alternatives_are_not() -> None:
    def estimated(*strategies: FixStrategy) -> str:
        return summary_of({}, strategies, RESULTS, ["t1"]).estimated_complexity

    alternative = ONE.model_copy(update={"hypothesis": "another place"})
    assert [estimated(ONE), estimated(TWO), estimated(ONE, TWO)] == ["low", "medium", "high"]
    assert estimated(alternative, alternative) == "low"


def test_of_an_answer_only_what_has_its_form_is_kept() -> None:
    assert planner_fields({"task_id": "IMPL-fix-1", "summary": {"a": 1}, "x": 2}) == {
        "task_id": "IMPL-fix-1",
        "summary": {"a": 1},
    }
    assert planner_fields({"task_id": 7, "summary": "low"}) == {}
