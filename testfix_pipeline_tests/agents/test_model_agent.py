"""A model's tool as planner and worker: what it says is read, checked, asked again once, and never believed."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.agents.calls import ToolCall, ToolReply
from testfix_pipeline.agents.hypotheses import is_same_hypothesis, without_repetitions
from testfix_pipeline.agents.model_agent import ModelAgent
from testfix_pipeline.agents.prompts import Prompter
from testfix_pipeline.core.agent_protocol.answer_reading import parse_strategy
from testfix_pipeline.core.agent_protocol.answer_refusal import refuse_answer
from testfix_pipeline.core.agent_protocol.protocol import AnalysisRequest, FixRequest
from testfix_pipeline.core.task_records import Task
from testfix_pipeline_tests.agents.scripted_tool import ScriptedTool, Step, edits

LONG = "The sum is a difference, because the operator is the wrong one, as each of these tests shows. " * 10
PATCH = "--- a/calc.py\n+++ b/calc.py\n@@ -1,2 +1,2 @@\n def add(a, b):\n-    return a - b\n+    return a + b\n"
TOUCHES_TESTS = "--- a/test_calc.py\n+++ b/test_calc.py\n@@ -1 +1 @@\n-from calc import add, half\n+add = sum\n"


def hypothesis(cause: str = "minus", point: str = "calc.py:add:2", **fields: Any) -> dict[str, Any]:
    basis = {"root_causes": [cause], "modification_points": [point], "affected_tests": [], "confidence_score": 0.8}
    return {**basis, **fields}


def good(*found: dict[str, Any]) -> dict[str, Any]:
    return {"report": LONG, "hypotheses": list(found) or [hypothesis()]}


def agent(*steps: Step, **fields: Any) -> tuple[ModelAgent, ScriptedTool]:
    caller = ScriptedTool("scripted", steps)
    return ModelAgent(caller, **fields), caller


BROKEN: dict[str, tuple[Step, str]] = {
    "prose": ("The operator is wrong.", "no readable JSON"),
    "no points": ({"report": LONG, "hypotheses": [{"affected_tests": []}]}, "no modification_points"),
    "no tests": ({"report": LONG, "hypotheses": [{"modification_points": ["calc.py:add:2"]}]}, "no affected_tests"),
    "a short report": ({**good(), "report": "Minus."}, "fewer than 100"),
    "vague": (good(hypothesis(point="in the sum")), "concrete file:function:lines"),
    "a confidence in words": (good(hypothesis(confidence_score="high")), "must be a number"),
    "points of a wrong type": (
        good(hypothesis(modification_points=[1, 2])),
        "hypotheses[0].modification_points must be a list of texts",
    ),
    "a file that is not there": (good(hypothesis(point="src/sums.py:add:2")), "no such place"),
    "a file with an endless name": (good(hypothesis(point=f"{'x' * 400}.py:add:2")), "no such place"),
    "a file outside": (good(hypothesis(point="../../etc/passwd:root:1")), "no such place"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_answer_is_asked_for_once_more_with_what_is_wrong(analysis_request, name) -> None:
    step, words = BROKEN[name]
    model, caller = agent(step, good())
    assert refuse_answer(model.analyse(analysis_request())) is None
    first, second = caller.calls
    assert words in second.prompt and second.resume == "s1" and len(second.prompt) < len(first.prompt)


@pytest.mark.parametrize("name", BROKEN)
def test_there_is_no_third_question_and_what_stays_broken_is_refused(analysis_request, name) -> None:
    step, _ = BROKEN[name]
    model, caller = agent(step, step)
    assert refuse_answer(model.analyse(analysis_request())) is not None
    assert len(caller.calls) == 2


@pytest.mark.parametrize("kind", ["http_error", "timeout", "connection_error", "not_logged_in", "crash"])
def test_a_failed_call_is_an_answer_that_is_refused_and_not_asked_again(analysis_request, kind) -> None:
    def failed(call: ToolCall) -> ToolReply:
        status = 503 if kind == "http_error" else None
        return ToolReply(tool="scripted", kind=kind, http_status=status, text=json.dumps(good()), why="as scripted")  # type: ignore[arg-type]

    model, caller = agent(failed)
    answer = model.analyse(analysis_request())
    refusal = refuse_answer(answer)
    assert answer.kind == kind and refusal is not None and refusal.rule == "transport" and len(caller.calls) == 1


def test_no_second_question_where_no_time_is_left(analysis_request: Callable[..., AnalysisRequest]) -> None:
    model, caller = agent("prose", analysis_seconds=1.5)
    assert model.analyse(analysis_request()).payload is None
    assert [call.seconds for call in caller.calls] == [1.5]


@pytest.mark.parametrize(
    ("patch", "why"),
    [
        (TOUCHES_TESTS, "test_side"),
        (PATCH + TOUCHES_TESTS, "test_side"),
        (PATCH.replace("a/calc", "a/../calc").replace("b/calc", "b/../calc"), "leaves the worktree"),
        ("diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+/etc\n", "links"),
        ("diff --git a/x b/x\nGIT binary patch\nliteral 1\n", "Binary"),
    ],
)
def test_a_patch_that_may_not_be_tried_is_taken_out_of_the_analysis(analysis_request, patch, why) -> None:
    model, _ = agent(good(hypothesis(patch=patch)))
    answer = model.analyse(analysis_request())
    assert parse_strategy(answer.payload or {})[0].patch is None and refuse_answer(answer) is None
    assert why in answer.raw


SWAPPED = hypothesis("the arguments are swapped", "calc.py:half:6")
SAME_AGAIN = hypothesis("minus, the operator", "calc.py:add:2")
STATE = hypothesis("half keeps state between calls", "calc.py:half:5")


def test_alternatives_are_asked_for_until_they_differ_and_each_question_names_the_others(analysis_request) -> None:
    twice = good(hypothesis(), SAME_AGAIN, {**hypothesis(), "approach": "put the same otherwise"})
    model, caller = agent(twice, good(SWAPPED), good(STATE))
    found = parse_strategy(model.analyse(analysis_request(alternatives=3)).payload or {})
    assert [one.root_causes[0] for one in found] == [
        "minus",
        "the arguments are swapped",
        "half keeps state between calls",
    ]
    assert "minus (at calc.py:add:2)" in caller.calls[1].prompt
    assert (
        "minus (at calc.py:add:2)" in caller.calls[2].prompt and "swapped (at calc.py:half:6)" in caller.calls[2].prompt
    )


def test_three_that_differ_take_one_call_and_a_tool_that_only_repeats_itself_is_not_asked_for_ever(
    analysis_request: Callable[..., AnalysisRequest],
) -> None:
    model, caller = agent(good(hypothesis(), SWAPPED, STATE))
    assert len(parse_strategy(model.analyse(analysis_request(alternatives=3)).payload or {})) == 3
    assert len(caller.calls) == 1
    model, caller = agent(*[good(hypothesis())] * 3)
    assert len(parse_strategy(model.analyse(analysis_request(alternatives=3)).payload or {})) == 1
    assert len(caller.calls) == 3


def test_the_same_patch_is_the_same_hypothesis_whatever_is_said_of_it() -> None:
    moved = PATCH.replace("-1,2 +1,2", "-7,2 +7,2")
    one, other = hypothesis("minus", patch=PATCH), hypothesis("quite another story", "calc.py:half:6", patch=moved)
    assert is_same_hypothesis(one, other)
    assert not is_same_hypothesis(one, {**other, "patch": PATCH.replace("a + b", "b + a")})
    assert without_repetitions([one, other, SWAPPED]) == [one, SWAPPED]


@pytest.fixture
def task(fix_request: Callable[..., FixRequest]) -> FixRequest:
    explained = {"root_causes": ["minus"], "modification_points": ["calc.py:add:2"], "confidence_score": 0.7}
    context = {"fix_strategy": explained, "failure_context": {"failed_tests": ["test_calc.py::test_add"]}}
    return replace(fix_request(), task=Task(id="IMPL-fix-1", meta={"strategy": "conservative"}, context=context))


REPAIRED = "def add(a, b):\n    return a + b\n"


def test_a_claim_without_a_change_is_no_fix_and_a_change_without_a_claim_is_one(task: FixRequest) -> None:
    model, _ = agent({"status": "complete", "note": "all done"})
    assert model.fix(task).status == "blocked"
    model, _ = agent(edits({"calc.py": REPAIRED}, kind="timeout", why="ended after 5 s"))
    answer = model.fix(task)
    assert (answer.status, answer.note) == ("complete", "ended after 5 s")
    model, _ = agent(edits({}, kind="connection_error", why="no server"))
    assert (model.fix(task).status, model.fix.__name__) == ("blocked", "fix")


def test_syntax_comes_first_an_edit_that_does_not_parse_is_sent_back_once(task: FixRequest) -> None:
    model, caller = agent(edits({"calc.py": "def add(a, b:\n"}), edits({"calc.py": REPAIRED}))
    assert model.fix(task).status == "complete" and len(caller.calls) == 2
    assert "calc.py does not parse" in caller.calls[1].prompt and caller.calls[1].resume == "s1"
    model, caller = agent(*[edits({"calc.py": "def add(a, b:\n"})] * 2)
    assert model.fix(task).status == "complete" and len(caller.calls) == 2  # judged, and refused, where all fixes are


@pytest.mark.parametrize(
    "step", [{"status": "complete", "note": "plus", "patch": PATCH}, f"Here:\n```diff\n{PATCH}```\n"]
)
def test_a_patch_is_applied_by_us(task: FixRequest, step: Step) -> None:
    model, caller = agent(step, writes=False, prompter=Prompter(reads=False))
    answer = model.fix(task)
    assert (answer.status, answer.deliverables) == ("complete", ["calc.py"]) and caller.calls[0].mode == "read"
    assert "return a + b" in (task.tree / "calc.py").read_text()


@pytest.mark.parametrize(
    ("patch", "why"),
    [
        (TOUCHES_TESTS, "Tests and their configuration"),
        (PATCH.replace("a + b", "a +"), "no valid Python"),
        (PATCH.replace("calc.py", "other.py"), "no file other.py"),
        (PATCH.replace("a - b", "unheard(of)").replace("def add(a, b)", "def other()"), "does not fit"),
        (PATCH.replace("a/", "/").replace("b/", "/"), "leaves the worktree"),
        ("", "no patch"),
    ],
)
def test_a_patch_that_can_not_be_used_is_asked_for_once_more_and_nothing_is_written(task, patch, why) -> None:
    before = {path: path.read_bytes() for path in sorted(task.tree.rglob("*"))}
    step = {"status": "complete", "note": "", "patch": patch}
    model, caller = agent(step, step, writes=False)
    answer = model.fix(task)
    assert answer.status == "blocked" and why in answer.note and len(caller.calls) == 2
    assert why in caller.calls[1].prompt
    assert before == {path: path.read_bytes() for path in sorted(task.tree.rglob("*"))}
    model, _ = agent(step, {"status": "complete", "note": "", "patch": PATCH}, writes=False)
    assert model.fix(task).status == "complete"


def test_a_worker_that_says_it_is_blocked_is_believed(task: FixRequest) -> None:
    model, caller = agent({"status": "blocked", "note": "the test is wrong", "patch": ""}, writes=False)
    answer = model.fix(task)
    assert (answer.status, answer.note, len(caller.calls)) == ("blocked", "the test is wrong", 1)


def test_a_project_in_a_sub_folder_is_worked_on_from_there(task: FixRequest, tmp_path: Path) -> None:
    (task.tree / "sub").mkdir()
    (task.tree / "calc.py").rename(task.tree / "sub" / "calc.py")
    model, caller = agent(
        {"status": "complete", "note": "", "patch": PATCH}, writes=False, root=lambda tree: tree / "sub"
    )
    assert model.fix(task).deliverables == ["calc.py"]
    assert "return a + b" in (task.tree / "sub" / "calc.py").read_text()
    assert "the folder `sub`" in caller.calls[0].prompt
