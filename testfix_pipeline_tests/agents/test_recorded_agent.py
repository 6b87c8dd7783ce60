"""The agent that answers from a file."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.agents.recorded_agent import RecordedAgent
from testfix_pipeline.core.errors import InvalidConfig

Make = Callable[..., Any]


def test_a_null_deletes_a_file_and_text_is_written_byte_for_byte(recorded: Make, fix_request: Make, tree: Path) -> None:
    agent = recorded(fixes={"*": {"files": {"test_calc.py": None, "calc.py": "A = 'ä'\r\n"}}})
    agent.fix(fix_request())
    assert not (tree / "test_calc.py").exists()
    assert (tree / "calc.py").read_bytes() == "A = 'ä'\r\n".encode()


@pytest.mark.parametrize("path", ["../out.py", "/tmp/out.py", "link/out.py", "a/../../out.py"])
def test_nothing_is_written_outside_of_the_worktree(recorded: Make, fix_request: Make, tree: Path, path: str) -> None:
    (tree / "link").symlink_to(tree.parent)
    before = sorted(tree.parent.rglob("*"))
    answer = recorded(fixes={"*": {"files": {"calc.py": "changed\n", path: "x\n"}}}).fix(fix_request())
    assert answer.status == "blocked" and path in answer.note
    assert [path for path in sorted(tree.parent.rglob("*")) if path.suffix != ".json"] == [
        path for path in before if path.suffix != ".json"
    ]
    assert "changed" not in (tree / "calc.py").read_text()


def test_a_malformed_answer_is_no_crash_of_ours(recorded: Make, analysis_request: Make, fix_request: Make) -> None:
    agent = recorded({"1": ["no", "table"], "2": {"kind": "unheard of"}}, {"*": {"files": {}, "no_such_field": 1}})
    assert [agent.analyse(analysis_request(n)).kind for n in (1, 2, 3)] == ["crash"] * 3
    assert agent.fix(fix_request()).status == "blocked"


@pytest.mark.parametrize("content", ["{", "[1]", '{"fixes": []}', None])
def test_a_file_that_holds_no_answers_is_refused_by_name(tmp_path: Path, content: str | None) -> None:
    path = tmp_path / "odd.json"
    if content is not None:
        path.write_text(content)
    with pytest.raises(InvalidConfig, match=r"odd\.json"):
        RecordedAgent(path)
