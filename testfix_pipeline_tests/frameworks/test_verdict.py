"""The verdict on a run's events: what is missing, reported twice, unknown or forged is a fault, and never proved."""

from __future__ import annotations

import pytest

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.frameworks.model import (
    Begin,
    Collected,
    End,
    ErrorReport,
    FileError,
    HookError,
    Loading,
    Result,
    Tampering,
)
from testfix_pipeline.frameworks.verdict import Ending, ProcessRun, verdict

A, B, C = (TestId.of("a.test.js", ("group", title)) for title in "abc")
COLLECTED = Collected("a.test.js", (A, B))
PASSED = (Result(A, "passed"), Result(B, "passed"))
END = End(canaries=9)


def judged(*events, grade="proved", expected=None, **ending):
    return verdict([ProcessRun(events, Ending(**ending))], grade, expected)


def kinds(found):
    return [fault.kind for fault in found.faults]


def test_a_whole_run_is_proved_and_green():
    found = judged(COLLECTED, *PASSED, END)
    assert (found.faults, found.grade, found.green) == ((), "proved", True)


def test_a_run_of_an_adapter_that_can_only_report_is_never_proved():
    found = judged(COLLECTED, *PASSED, END, grade="reported")
    assert (found.faults, found.grade, found.green) == ((), "reported", True)


@pytest.mark.parametrize(
    ("events", "expected", "kind"),
    [
        ((COLLECTED, *PASSED), None, "no_end"),
        ((COLLECTED, PASSED[0], END), None, "no_result"),
        ((COLLECTED, *PASSED, Result(B, "failed"), END), None, "repeated"),
        ((COLLECTED, *PASSED, Result(C, "passed"), END), None, "unknown"),
        ((COLLECTED, *PASSED, END), {A, B, C}, "vanished"),
        ((COLLECTED, *PASSED, End(canaries=0)), None, "unchecked"),
        ((COLLECTED, *PASSED, Tampering("canary", "expect.toBe did not fail"), END), None, "tampering"),
        ((COLLECTED, *PASSED, Tampering("identity", "it replaced"), END), None, "tampering"),
        ((END,), None, "no_tests"),
    ],
)
def test_each_way_to_lose_or_forge_a_result_is_a_fault(events, expected, kind):
    found = judged(*events, expected=expected)
    assert kinds(found) == [kind]
    assert (found.grade, found.green) == ("reported", False)


def test_the_first_result_stands_where_there_are_two():
    assert judged(COLLECTED, *PASSED, Result(B, "failed"), END).results[B].status == "passed"


def test_a_test_in_which_the_process_ended_has_failed_and_is_named():
    found = judged(COLLECTED, Begin(A), Result(A, "passed"), Begin(B), returncode=0)
    assert found.results[B].status == "failed"
    assert found.results[B].error.type == "ProcessEnded"
    assert kinds(found) == []
    assert not found.green


def test_a_test_that_was_ended_for_its_time_never_ends():
    found = judged(COLLECTED, Begin(A), returncode=None, why="hang")
    assert found.results[A].error.type == "NeverEnds"


def test_a_file_in_which_the_process_ended_is_a_file_error():
    found = judged(Loading("a.test.js"), returncode=3)
    assert found.file_errors["a.test.js"].error.message == "The file ended its process with exit code 3."
    assert not found.green


def test_tests_of_a_file_that_can_not_be_loaded_have_not_vanished():
    found = judged(FileError("a.test.js", ErrorReport("SyntaxError", "x")), END, expected={A, B})
    assert kinds(found) == []
    assert not found.green


def test_a_failed_hook_makes_errors_of_the_tests_that_it_kept_from_running():
    hook = HookError("a.test.js", ("group",), "before all", ErrorReport("TypeError", "boom"), (A, B))
    found = judged(COLLECTED, hook, END)
    assert {test: (result.status, result.error.type) for test, result in found.results.items()} == {
        A: ("error", "TypeError"),
        B: ("error", "TypeError"),
    }


def test_a_failed_hook_after_all_tests_passed_is_not_green():
    hook = HookError("a.test.js", ("group",), "after all", ErrorReport("TypeError", "boom"))
    assert not judged(COLLECTED, *PASSED, hook, END).green


def test_a_report_without_failures_by_a_command_that_failed_is_a_fault():
    found = judged(COLLECTED, *PASSED, End(), grade="reported", returncode=1)
    assert kinds(found) == ["exit_code"]
