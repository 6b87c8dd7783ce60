"""The built-in engine as planner: where the failing tests point, and three different hypotheses."""

import os
import signal
import threading
from dataclasses import replace

import pytest

from testfix_pipeline.agents.builtin import BuiltinAgent, _details, _updated
from testfix_pipeline.core.agent_protocol.answer_reading import parse_strategy
from testfix_pipeline.core.agent_protocol.protocol import FixRequest
from testfix_pipeline.core.records import Attempt, AttemptOutcome, FixHistory
from testfix_pipeline.core.task_records import Task
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.repair.engine import RankedPatch, RepairResult
from testfix_pipeline.repair.interruption import Interruption
from testfix_pipeline.repair.search import stop_condition
from testfix_pipeline.repair.search.search_progress import Progress
from testfix_pipeline_tests.execution.targets import ours

FAILING, PASSING = TestId("test_calc.py::test_add"), TestId("test_calc.py::test_half")


@pytest.fixture
def builtin() -> BuiltinAgent:
    """An engine that knows that the failing test runs line 2 and the passing one line 6."""
    lines = {FAILING: {"calc.py": frozenset({2})}, PASSING: {"calc.py": frozenset({6})}}
    return BuiltinAgent(target=ours(), coverage=CoverageMap(lines, {"calc.py": frozenset({1, 5})}))


def test_the_analysis_states_what_is_evident_of_the_most_suspicious_function(builtin, analysis_request, tree) -> None:
    (tree / "calc.py").write_text("def add(a, b):\n    return 0\n\n\ndef half(n):\n    return n // 2\n")
    answer = builtin.analyse(analysis_request())
    [strategy] = parse_strategy(answer.payload or {})
    evident = "`add` ignores its arguments `a`, `b` and always returns 0 (calc.py:add:2)"
    difference = "1 of 1 failing test runs calc.py:2; no passing test does"
    assert strategy.root_causes[1:] == [evident, difference] and f"- evident: {evident}" in answer.text


def test_three_alternatives_are_three_different_hypotheses(builtin, analysis_request) -> None:
    strategies = parse_strategy(builtin.analyse(analysis_request(alternatives=3)).payload or {})
    assert len({strategy.hypothesis for strategy in strategies}) == 3
    assert len({strategy.root_causes[0] for strategy in strategies}) == 3


@pytest.mark.parametrize(("seconds", "confirms"), [(0.2, False), (0.3, True)])
def test_a_short_suite_is_left_to_the_judge_to_run(seconds, confirms, tree, results, builtin) -> None:
    task = Task(id="IMPL-fix-1", title="", context={"failure_context": {"failed_tests": [FAILING]}})
    outcomes = {id: one.model_copy(update={"duration": seconds}) for id, one in results.outcomes.items()}
    measured = results.model_copy(update={"outcomes": outcomes, "duration": 5.0})
    request = FixRequest(task, tree, measured, FixHistory(), paths={}, session_id="WFS-test-x", seconds=10.0)
    assert builtin._repair_request(request).confirm is confirms
    assert not replace(builtin, scope=[FAILING])._repair_request(request).confirm


def test_ctrl_c_ends_a_search_that_has_a_patch_and_the_patch_is_the_answer(tree, results, builtin, monkeypatch) -> None:
    monkeypatch.setattr(stop_condition, "LEAST_CHANCE", -1.0)  # so that only Ctrl-C ends it soon
    heard: list[Progress] = []
    taken, take = threading.Event(), Interruption.take

    def noted_take(self: Interruption) -> bool:
        was_taken = take(self)
        taken.set()
        return was_taken

    monkeypatch.setattr(Interruption, "take", noted_take)

    def interrupt(said: Progress) -> None:
        if said.found_after is not None and not heard:
            heard.append(said)
            os.kill(os.getpid(), signal.SIGINT)
            assert taken.wait(30)  # the main thread hears it; the few rivals would be tried before that

    tests = "def test_add(): assert add(1, 2) == 3\ndef test_half(): assert half(4) == 2\n"
    (tree / "test_calc.py").write_text(f"from calc import add, half\n{tests}")
    task = Task(id="IMPL-fix-1", context={"failure_context": {"failed_tests": [FAILING]}})
    request = FixRequest(task=task, tree=tree, results=results, history=FixHistory(), seconds=60)
    answer = replace(builtin, on_progress=interrupt, cores=1).fix(request)
    assert (
        heard
        and answer.status == "complete"
        and answer.interrupted
        and "return a + b" in (tree / "calc.py").read_text()
    )
    assert answer.details["exhausted"] == "cancelled" and answer.interrupted
    assert answer.details["first_seconds"] <= answer.details["seconds"]


def test_tests_of_landed_attempts_that_name_a_certain_update_are_known() -> None:
    def attempt(test: str, result: AttemptOutcome, said: object) -> Attempt:
        targets = [TestId(test)]
        details = {"updates": said}
        return Attempt(
            iteration=1, task_id=test, strategy="surgical", target_tests=targets, result=result, details=details
        )

    known = [
        attempt("a", "landed", [{"certain": True}]),
        attempt("b", "landed", [{"certain": False}]),
        attempt("c", "nothing_found", [{"certain": True}]),
        attempt("d", "landed", ["an agent's own words"]),
        attempt("e", "landed", "none"),
    ]
    assert list(_updated(known)) == ["a"]


def test_what_speaks_against_the_first_patch_is_among_the_details() -> None:
    patch = RankedPatch({}, {}, "", "k", "", "", frozenset(), frozenset(), True, 0.3, "", against=("No test.",))
    found = RepairResult((patch,), 1, "found", [], 1.0, [], {})
    assert _details(found)["against"] == ["No test."]
    assert _details(replace(found, patches=()))["against"] == []
