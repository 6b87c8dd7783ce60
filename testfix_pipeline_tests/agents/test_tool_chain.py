"""Which of several tools' answers counts."""

from collections.abc import Callable
from typing import Any

from testfix_pipeline.agents.tool_chain import analyse
from testfix_pipeline.core.agent_protocol.protocol import AgentAnswer, AnalysisRequest

Make = Callable[..., Any]
LONG = "The sum is a difference, because the operator is the wrong one, as each of these tests shows. " * 10


def good(cause: str, **fields: Any) -> dict[str, Any]:
    payload = {"modification_points": ["calc.py:add:2"], "affected_tests": [], "confidence_score": 0.8}
    return {"*": {"text": LONG, "payload": {**payload, "root_causes": [cause], **fields}}}


def test_all_refused_is_degraded_and_every_reason_is_kept(recorded: Make, analysis_request: Make) -> None:
    tools = [
        recorded(good("minus", confidence_score=0.1), name="unsure"),
        recorded(good("minus", modification_points=["somewhere"]), name="vague"),
        recorded(good("the same"), name="stubborn"),
    ]
    built_in = recorded({"*": {"text": "short", "payload": {"hypotheses": [{"root_causes": ["r"]}]}}}, name="builtin")
    found = analyse(tools, built_in, analysis_request(), [{"the same"}, {"the same", "another"}])
    assert (found.tool, found.degraded) == ("builtin", True)
    assert [refusal.rule for refusal in found.refusals] == ["low_confidence", "not_concrete", "same_root_cause"]
    assert found.strategies[0].root_causes == ["r"]


def test_the_built_in_engine_in_the_list_is_taken_as_it_is(recorded: Make, analysis_request: Make) -> None:
    built_in = recorded({"*": {"text": "short", "payload": {}}}, name="builtin")
    found = analyse([recorded(name="silent"), built_in], built_in, analysis_request(), [])
    assert (found.tool, found.degraded) == ("builtin", False)


def test_a_tool_that_breaks_is_refused_and_the_next_is_asked(recorded: Make, analysis_request: Make) -> None:
    class Breaks:
        name = "breaks"

        def analyse(self, request: AnalysisRequest) -> AgentAnswer:
            raise OSError("no room")

    found = analyse(
        [Breaks(), recorded(good("minus"), name="second")], recorded(name="builtin"), analysis_request(), []
    )
    assert found.tool == "second" and found.refusals[0].rule == "transport"
