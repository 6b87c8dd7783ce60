"""A run of an adapter as the cycle's records: nothing that keeps it from being green is lost."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from testfix_pipeline.core.records import Frame, RunFaultKind, SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.run_faults import NEXT_STEPS
from testfix_pipeline.frameworks.builtin.report.adapter import Report, report_target
from testfix_pipeline.frameworks.conformance.checks import write_project
from testfix_pipeline.frameworks.conformance.dialect import Test, TestFile
from testfix_pipeline.frameworks.framework_run import FrameworkRun, run_target
from testfix_pipeline.frameworks.model import (
    Begin,
    Collected,
    End,
    ErrorReport,
    FileError,
    HookError,
    Loading,
    Result,
    Status,
    SuiteRequest,
    Tampering,
)
from testfix_pipeline.frameworks.registry import targets
from testfix_pipeline.frameworks.suite_records import ids_to_run, suite_run
from testfix_pipeline.frameworks.verdict import Ending, ProcessRun, verdict
from testfix_pipeline_tests.frameworks.dialects import javascript

FILE = "a.test.js"
A, B, C = (TestId.of(FILE, ("group", title)) for title in "abc")
COLLECTED = Collected(FILE, (A, B))
PASSED = (Result(A, "passed", 20.0), Result(B, "passed", 30.0))
END = End(canaries=9)
FRAMES = (Frame(file="src/a.js", line=3, function="inner"), Frame(file=FILE, line=9, function=""))
BOOM = ErrorReport("TypeError", "boom", FRAMES)


def measured(*events, grade="proved", expected=None, log="", argv=(), **ending):
    runs = (ProcessRun(events, Ending(log=log, **ending), argv=argv),)
    return FrameworkRun(verdict(runs, grade, expected), runs, log, 1.5)


def recorded(*events, folder="", tests=None, **more):
    return suite_run(measured(*events, **more), folder, tests)


def test_a_whole_run_has_its_results_times_and_grade():
    found = recorded(COLLECTED, *PASSED, END, argv=("node", "--test"), containment="full", log="fine")
    assert (found.fault, found.grade, found.duration) == (None, "proved", 1.5)
    assert (found.command, found.containment, found.log) == (["node", "--test"], "full", "fine")
    assert found.collected == [A, B]
    assert {test: (one.status, one.duration) for test, one in found.outcomes.items()} == {
        A: ("passed", 0.02),
        B: ("passed", 0.03),
    }


@pytest.mark.parametrize("grade", ["proved", "reported"])
def test_the_grade_is_stored_and_absent_from_records_without_one(grade):
    written = recorded(COLLECTED, *PASSED, END, grade=grade).as_json()
    assert SuiteRun.model_validate_json(written).grade == grade
    assert '"grade"' not in SuiteRun().as_json()


def test_a_test_that_never_ends_is_known_as_one():
    assert recorded(COLLECTED, Begin(A), returncode=None, why="hang").outcomes[A].never_ended


def test_a_file_that_can_not_be_loaded_is_the_error_of_its_tests():
    found = recorded(FileError(FILE, BOOM), END, tests=[A, "b.test.js::other"], expected={A})
    assert {test: (one.status, one.phase) for test, one in found.outcomes.items()} == {
        FILE: ("error", "collect"),
        A: ("error", "collect"),
    }
    assert found.outcomes[A].id == A


@pytest.mark.parametrize("hook", [HookError(FILE, ("group",), "after all", BOOM), FileError(FILE, BOOM)])
def test_an_error_after_all_tests_passed_is_the_error_of_the_last(hook):
    outcomes = recorded(COLLECTED, *PASSED, hook, END).outcomes
    assert (outcomes[A].status, outcomes[B].status, outcomes[B].phase) == ("passed", "error", "teardown")
    assert (outcomes[B].message, outcomes[B].duration) == ("boom", 0.03)


def test_tests_that_a_hook_kept_from_running_are_errors_of_their_setup():
    found = recorded(COLLECTED, HookError(FILE, ("group",), "before all", BOOM, (A, B)), END)
    assert {(one.status, one.phase, one.error_type) for one in found.outcomes.values()} == {
        ("error", "setup", "TypeError")
    }


@pytest.mark.parametrize(
    ("events", "more", "kind"),
    [
        ((COLLECTED, *PASSED), {"returncode": 3}, "crash"),
        ((COLLECTED, *PASSED), {"why": "limit"}, "timeout"),
        ((COLLECTED, PASSED[0], END), {}, "missing_ids"),
        ((COLLECTED, *PASSED, END), {"expected": {A, B, C}}, "missing_ids"),
        ((COLLECTED, *PASSED, Result(B, "failed"), END), {}, "contradiction"),
        ((COLLECTED, *PASSED, Result(C, "passed"), END), {}, "contradiction"),
        ((COLLECTED, *PASSED, END), {"grade": "reported", "returncode": 1}, "contradiction"),
        ((COLLECTED, *PASSED, Tampering("identity", "it replaced")), {"why": "limit"}, "tampering"),
        ((COLLECTED, *PASSED, End(canaries=0)), {}, "tampering"),
        ((END,), {}, "no_tests"),
    ],
)
def test_a_fault_of_the_verdict_is_the_fault_of_the_run(events, more, kind):
    run = measured(*events, log="the end", **more)
    found = suite_run(run).fault
    assert (found.kind, found.log_tail) == (kind, "the end")
    assert all(fault.message in found.message for fault in run.verdict.faults)


def test_each_kind_of_fault_has_a_next_step():
    assert NEXT_STEPS.keys() == set(get_args(RunFaultKind))


TESTS = st.sampled_from([A, B, C, TestId.of(FILE, ("other",)), TestId.of("b.test.js", ("group", "a"))])
FILES = st.sampled_from([FILE, "b.test.js", "c.test.js"])
UNSTORABLE = ErrorReport("\ud800", "\ud800", (Frame(file="\ud800", line=1, function="\ud800"),))
TEXTS = st.text(st.characters())
ERRORS = st.sampled_from([BOOM, UNSTORABLE]) | st.builds(ErrorReport, TEXTS, TEXTS)
EVENTS = st.one_of(
    st.builds(Loading, FILES),
    st.builds(Collected, FILES, st.lists(TESTS, max_size=4).map(tuple)),
    st.builds(Begin, TESTS),
    st.builds(Result, TESTS, st.sampled_from(["passed", "passed", *get_args(Status)]), error=st.none() | ERRORS),
    st.builds(FileError, FILES, ERRORS),
    st.builds(
        HookError, FILES, st.sampled_from([(), ("group",)]), st.just("a hook"), ERRORS, st.just(()) | st.just((A,))
    ),
    st.builds(Tampering, st.just("canary"), TEXTS),
)
ENDINGS = st.builds(Ending, st.sampled_from([0, 1]), st.sampled_from(["", "hang", "limit"]))
PREFIX = st.sampled_from([(), (COLLECTED, *PASSED)])


@given(
    PREFIX, st.lists(EVENTS, max_size=5), st.sampled_from([(), (END,), (END,)]), ENDINGS, st.sampled_from(["", "web"])
)
def test_a_record_is_green_exactly_where_its_verdict_is(prefix, events, end, ending, folder):
    runs = (ProcessRun((*prefix, *events, *end), ending),)
    found = verdict(runs, "proved")
    record = suite_run(FrameworkRun(found, runs, "", 0.0), folder)
    assert bool(record.passed and not record.failing and record.fault is None) == found.green
    assert SuiteRun.model_validate_json(record.as_json()) == record


def test_a_real_run_of_a_command_is_recorded(tmp_path):
    (tmp_path / "run.sh").write_text("printf 'TAP version 13\\n1..2\\nok 1 - adds\\nnot ok 2 - adds\\n'; exit 1\n")
    run = run_target(Report(), tmp_path, report_target("sh run.sh", "stdout"))
    found = suite_run(run)
    assert (found.fault, found.grade, found.command) == (None, "reported", ["sh", "run.sh"])
    assert {test: one.status for test, one in found.outcomes.items()} == {
        "tests::adds": "passed",
        "tests::adds::#2": "failed",
    }
    assert found.containment


@pytest.mark.usefixtures("node")
def test_tests_that_a_stored_record_names_run_again_in_their_package(tmp_path):
    package = tmp_path / "web"
    dialect, titles = javascript.node_test(), ["same", "same", "a::b [x::#2", "two\nlines", "\\n", "#2"]
    write_project(dialect, dialect.project([TestFile("a", [Test(title) for title in titles])]), package)
    ((adapter, target),) = targets(package)
    target = replace(target, folder="web")
    stored = suite_run(run_target(adapter, tmp_path, target), "web").as_json()
    known = SuiteRun.model_validate_json(stored)
    assert (known.fault, known.grade, len(known.passed)) == (None, "proved", len(titles))
    assert [(one.titles, one.occurrence) for one in known.collected][:2] == [(("same",), 1), (("same",), 2)]
    wanted = known.collected[1:4]
    again = run_target(adapter, tmp_path, target, SuiteRequest(ids=frozenset(ids_to_run(wanted, "web"))))
    assert suite_run(again, "web", wanted).passed == set(wanted)
