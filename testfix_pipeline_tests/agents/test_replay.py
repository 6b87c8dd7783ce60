"""A record answers as the tools did."""

from pathlib import Path

import pytest

from testfix_pipeline.agents.calls import ToolCall, ToolReply
from testfix_pipeline.agents.gate import CallLimits, CallPurpose, GatedCaller
from testfix_pipeline.agents.journal_writer import Journal
from testfix_pipeline.agents.replay import Recording, ReplayedCaller
from testfix_pipeline.agents.tree_files import record_files, write_files
from testfix_pipeline.core.agent_protocol.call_journal import JournalLine
from testfix_pipeline.core.agent_protocol.call_ledger import usage_of
from testfix_pipeline.core.cycle_rules.budget import Budget
from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline_tests.agents.scripted_tool import Act, ScriptedTool, reply

FIX = CallPurpose("fix", 2, "IMPL-fix-2a")


def record(path: Path, tool: str, answers: list[ToolReply | Act], tree: Path, where: CallPurpose = FIX) -> Journal:
    """A journal of calls with these answers."""
    journal = Journal(path)
    limits = CallLimits(Budget(calls=3), Budget(), lambda: 600.0, {})
    caller = GatedCaller(ScriptedTool(tool, answers), journal, limits, where)
    for _ in answers:
        caller.call(ToolCall(prompt="as it was", tree=tree, mode="write"))
    return journal


def tree(path: Path) -> Path:
    path.mkdir()
    (path / "gone.py").write_text("GONE = True\n")
    return path


def edit(call: ToolCall) -> ToolReply:
    (call.tree / "new").mkdir()
    (call.tree / "new" / "a.py").write_text("A = 'ä'\r\n", newline="")
    (call.tree / "run.sh").write_text("#!/bin/sh\n")
    (call.tree / "run.sh").chmod(0o755)
    (call.tree / "raw.bin").write_bytes(b"\xff\x00")
    (call.tree / "gone.py").unlink()
    changed = ["new/a.py", "run.sh", "raw.bin", "gone.py"]
    return reply(text="done", changed=changed, session="s1", seconds=3.5, input_tokens=10, output_tokens=5)


def look(folder: Path) -> dict[str, tuple[bytes, int]]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {str(path.relative_to(folder)): (path.read_bytes(), path.stat().st_mode & 0o777) for path in files}


def test_the_same_answer_and_the_same_tree(tmp_path: Path) -> None:
    before, after = tree(tmp_path / "before"), tree(tmp_path / "after")
    journal = record(tmp_path / "one" / "tool-calls.jsonl", "codex", [edit], before)
    again = Journal(tmp_path / "two" / "tool-calls.jsonl")
    caller = ReplayedCaller(Recording(journal.path), "codex", again, FIX)
    answer = caller.call(ToolCall(prompt="in other words", tree=after, mode="write"))
    assert (answer.text, answer.session, answer.seconds, answer.kind) == ("done", "s1", 3.5, "ok")
    assert answer.changed == ["gone.py", "new/a.py", "raw.bin", "run.sh"]
    assert look(before) == look(after) and "gone.py" not in look(after)
    assert usage_of(again.lines()) == usage_of(journal.lines())
    assert [line.prompt for line in again.lines()] == ["in other words", ""]


def test_answers_come_in_order_and_by_their_place(tmp_path: Path) -> None:
    place = tree(tmp_path / "tree")
    path = tmp_path / "tool-calls.jsonl"
    record(path, "qwen", [reply(kind="timeout"), reply(text="second"), reply(text="unfunded? no"), reply()], place)
    record(path, "gemini", [reply(text="another's")], place)
    recording, again = Recording(path), Journal(tmp_path / "again.jsonl")
    caller = ReplayedCaller(recording, "qwen", again, FIX)
    answers = [caller.call(ToolCall(prompt="", tree=place)) for _ in range(5)]
    assert [one.kind for one in answers] == ["timeout", "ok", "ok", "not_called", "not_called"]
    assert answers[1].text == "second"
    assert "calls are used" in answers[3].why  # the budget did not fund it when it was recorded
    assert "no answer" in answers[4].why
    assert caller.model == "scripted-model"
    elsewhere = ReplayedCaller(recording, "qwen", again, CallPurpose("fix", 3, "IMPL-fix-3"))
    assert elsewhere.call(ToolCall(prompt="", tree=place)).kind == "not_called"


def test_a_call_that_a_kill_ended_is_not_replayed(tmp_path: Path) -> None:
    place = tree(tmp_path / "tree")
    journal = Journal(tmp_path / "tool-calls.jsonl")
    journal.write(JournalLine(event="asked", call="dead", tool="codex", **vars(FIX)))
    record(journal.path, "codex", [reply(text="after the resume")], place)
    caller = ReplayedCaller(Recording(journal.path), "codex", Journal(tmp_path / "again.jsonl"), FIX)
    assert caller.call(ToolCall(prompt="", tree=place)).text == "after the resume"


def test_the_chain_of_an_iteration_is_on_record(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "tool-calls.jsonl")
    journal.write(JournalLine(event="chain", iteration=1, tools=["gemini", "qwen"]))
    journal.write(JournalLine(event="chain", iteration=2, tools=["qwen", "gemini"]))
    recording = Recording(journal.path)
    assert [recording.tools(n) for n in (1, 2, 9)] == [["gemini", "qwen"], ["qwen", "gemini"], ["qwen", "gemini"]]
    assert recording.names() == ["gemini", "qwen"]


@pytest.mark.parametrize("content", [None, "", "{}", "no lines of ours\n"])
def test_a_file_that_is_no_record_is_refused_by_name(tmp_path: Path, content: str | None) -> None:
    path = tmp_path / "odd.jsonl"
    if content is not None:
        path.write_text(content)
    with pytest.raises(InvalidConfig, match=r"odd\.jsonl"):
        Recording(path)


@pytest.mark.parametrize("path", ["../out.py", "/tmp/out.py", "link/out.py", "a/../../out.py"])
def test_a_record_writes_nothing_outside_of_the_tree(tmp_path: Path, path: str) -> None:
    place = tree(tmp_path / "tree")
    (place / "link").symlink_to(tmp_path)
    with pytest.raises(ValueError, match="outside"):
        write_files(place, {"a.py": {"text": "A\n"}, path: {"text": "x\n"}})
    assert not (place / "a.py").exists()


def test_a_link_is_kept_as_a_link(tmp_path: Path) -> None:
    before, after = tree(tmp_path / "before"), tree(tmp_path / "after")
    (before / "link").symlink_to("gone.py")
    write_files(after, record_files(before, ["link"]))
    assert (after / "link").readlink() == Path("gone.py")
