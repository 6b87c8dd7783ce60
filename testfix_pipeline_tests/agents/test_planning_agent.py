"""One question before the cycle: asked, asked once more, refused."""

from pathlib import Path

from testfix_pipeline.agents.calls import ToolReply
from testfix_pipeline.agents.planning_agent import PlanningAgent, Question, QuestionResult, Read, object_in
from testfix_pipeline.agents.prompts import Prompter
from testfix_pipeline.core.agent_protocol.answer_refusal import Refusal
from testfix_pipeline_tests.agents.scripted_tool import ScriptedTool, Step, reply


def even(answer: ToolReply) -> Read[int]:
    """A number that should be even; an odd one can be used if need be."""
    said = object_in(answer)
    if said is None:
        return None, ["The answer holds no readable JSON object."]
    return said["number"], ["The number is odd."] if said["number"] % 2 else []


def ask(tree: Path, *steps: Step, hands: bool = True, writes: bool = False) -> tuple[QuestionResult[int], ScriptedTool]:
    tool = ScriptedTool("gemini", steps)
    question = Question("generation", {"Requirements": "a number"}, tree, tree, 60.0, writes=writes, schema={"a": 1})
    return PlanningAgent(tool, Prompter(reads=hands), hands).ask(question, even), tool


def test_a_broken_one_is_asked_for_once_more_with_what_is_wrong(tmp_path: Path) -> None:
    asked, tool = ask(tmp_path, "I would rather talk.", 'Well: {"number": 4}')
    assert (asked, len(tool.calls)) == (QuestionResult(4), 2)
    assert "holds no readable JSON object" in tool.calls[1].prompt and tool.calls[1].resume == "s1"


def test_what_can_not_be_used_twice_is_refused_and_what_never_came_is_not_asked_for_again(tmp_path: Path) -> None:
    asked, tool = ask(tmp_path, "no", "no")
    assert asked.refusal == Refusal("unusable", "The answer holds no readable JSON object.", "gemini")
    asked, tool = ask(tmp_path, reply(kind="http_error", http_status=503))
    assert asked.value is None and len(tool.calls) == 1
    assert asked.refusal == Refusal("transport", "gemini answered with HTTP 503.", "gemini")


def test_only_a_tool_with_hands_may_write(tmp_path: Path) -> None:
    _, tool = ask(tmp_path, {"number": 2}, writes=True)
    assert (tool.calls[0].mode, tool.calls[0].schema) == ("write", None)
    assert "Write the new test files into the checkout" in tool.calls[0].prompt
    _, server = ask(tmp_path, {"number": 2}, writes=True, hands=False)
    assert (server.calls[0].mode, server.calls[0].schema) == ("read", {"a": 1})
