"""A conversation's time: it is asked to finish before it is ended."""

from pathlib import Path

import pytest

from testfix_pipeline.agents.prompts import Prompter
from testfix_pipeline.agents.tool_conversation import Talk
from testfix_pipeline_tests.agents.scripted_tool import ScriptedTool, reply


def talk(tool: ScriptedTool, tmp_path: Path, seconds: float = 1000.0, finish: str = "Finish.") -> Talk:
    return Talk(tool, tmp_path, seconds, finish=finish)


def test_what_ran_out_of_time_is_asked_once_to_finish_and_its_last_word_counts(tmp_path: Path) -> None:
    slow = reply(kind="timeout", seconds=900.0, session="s7", changed=["a.py"])
    tool = ScriptedTool("t", [slow, reply(text="half of it", seconds=20.0, session="s7", changed=["b.py"])])
    conversation = talk(tool, tmp_path)
    said = conversation.ask("Do it.")
    assert (said.kind, said.text, conversation.changed) == ("ok", "half of it", ["a.py", "b.py"])
    first, last = tool.calls
    assert (first.prompt, first.seconds, first.resume) == ("Do it.", 900.0, "")
    assert (last.prompt, last.seconds, last.resume) == ("Finish.", 100.0, "s7")


def test_it_is_asked_only_once_and_then_ended(tmp_path: Path) -> None:
    slow = reply(kind="timeout", seconds=10.0, session="s7")
    tool = ScriptedTool("t", [slow])
    conversation = talk(tool, tmp_path)
    assert conversation.ask("Do it.").kind == "timeout" and len(tool.calls) == 2
    assert conversation.ask("Once more.", go_on=True).kind == "timeout" and len(tool.calls) == 3


@pytest.mark.parametrize(
    ("session", "seconds", "finish"),
    [("", 1000.0, "Finish."), ("s7", 60.0, "Finish."), ("s7", 1000.0, "")],
    ids=["nobody to talk to", "too short", "nothing to say"],
)
def test_what_can_not_go_on_is_ended_with_all_its_time_used(tmp_path, session, seconds, finish) -> None:
    tool = ScriptedTool("t", [reply(kind="timeout", seconds=10.0, session=session)])
    assert talk(tool, tmp_path, seconds, finish).ask("Do it.").kind == "timeout"
    assert len(tool.calls) == 1 and tool.calls[0].seconds == (900.0 if session == "" else seconds)


def test_what_the_user_stops_is_not_asked_anything(tmp_path: Path) -> None:
    tool = ScriptedTool("t", [reply(kind="timeout", seconds=10.0, session="s7")])
    conversation = Talk(tool, tmp_path, 1000.0, finish="Finish.", cancel=lambda: True)
    assert conversation.ask("Do it.").kind == "timeout" and len(tool.calls) == 1


def test_the_prompt_asks_for_what_is_known_so_far() -> None:
    assert "with what you know so far" in Prompter().finish()
