"""Runs a project's tests of all frameworks: every measurement goes through here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from testfix_pipeline.core.records import RunFault, SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.execution.fault_causes import fault_step
from testfix_pipeline.execution.other_ids import with_known_ids
from testfix_pipeline.execution.project import ProjectSuite, TargetProject
from testfix_pipeline.execution.run_options import FAREWELL_SECONDS, RunOptions, Stage
from testfix_pipeline.execution.tracing import traced_run

_NOT_FOUND = ("missing_ids", "no_tests")
"""Faults of a run that was asked for ids which nothing has any more."""
_FILES_OF_OTHER_IDS: set[tuple[Path, str]] = set()
"""Checkouts, and files in them, whose tests had other ids: some of them are asked for by the file at once."""


@traced_run
def run_suite(
    project: TargetProject,
    tree: Path,
    *,
    tests: Sequence[TestId] | None = None,
    timeout: float = 1800,
    hash_seed: str = "0",
    record_coverage: Path | None = None,
    trace_seconds: float | None = None,
    extra_args: Sequence[str] = (),
    ordered: bool = False,
    stage: Stage = "patient",
    memory_bytes: int | None = None,
    cancel: Callable[[], bool] | None = None,
    on_test: Callable[[int, int], None] | None = None,
    witness: list[dict[str, Any]] | None = None,
    varied: Mapping[str, Any] | None = None,
    sharpness: Mapping[str, Any] | None = None,
    controls: Mapping[str, Any] | None = None,
    shared_state: Mapping[str, Any] | None = None,
    farewell_seconds: float = FAREWELL_SECONDS,
    run_process: Callable[..., Any] | None = None,
) -> SuiteRun:
    """Run the tests of the project's files in `tree` (a checkout of its repository), all or exactly `tests`.

    Every suite of the project runs, one after the other, and the record holds the results of all; for the rest see
    `RunOptions`. With `extra_args`, which are pytest's, the suites that it does not run are left out. A run that is no
    measurement comes back with `fault` set. Raises BudgetSpent where the project's deadline ends the run before
    `timeout` seconds do.
    """
    options = RunOptions(
        timeout=timeout, hash_seed=hash_seed, record_coverage=record_coverage, trace_seconds=trace_seconds,
        extra_args=extra_args, ordered=ordered, stage=stage, memory_bytes=memory_bytes, cancel=cancel, on_test=on_test,
        witness=witness, varied=varied, sharpness=sharpness, controls=controls,
        shared_state=shared_state, farewell_seconds=farewell_seconds, run_process=run_process,
    )  # fmt: skip
    suites = [suite for suite in project.suites if suite.in_interpreter or not extra_args]
    shares = _tests_by_suite(suites, tests)
    if record_coverage is not None and not any(suite.in_interpreter for suite, _ in shares):
        CoverageMap({}, {}).save(record_coverage)
    runs = []
    for suite, wanted in shares:
        run = _run_with_known_ids(suite, project, tree, wanted, options)
        runs.append(restrict_to_tests(run, tests) if wanted is None and tests is not None else run)
    names = [suite_name(suite) for suite, _ in shares]
    joined = runs[0] if len(runs) == 1 else _merge_runs(list(map(_with_suite, runs, names)), _grade_reason(runs, names))
    for notice in joined.notices:
        project.notify(notice)
    return _with_step(joined if tests is None else _with_missing_fault(joined, tests), project)


def _run_with_known_ids(
    suite: ProjectSuite, project: TargetProject, tree: Path, tests: Sequence[TestId] | None, options: RunOptions
) -> SuiteRun:
    """Run a suite; its tests have the ids that the project knows them by. pytest's have these by themselves.

    Tests that no longer have the ids that are asked for run with all others of their files, which tells which they are.
    """
    known = project.known.tests
    if suite.in_interpreter or not known:
        return suite.run(project, tree, tests, options)
    wanted = tests
    if tests is not None:
        files = {TestId(test).file for test in tests}
        if not any((project.checkout, file) in _FILES_OF_OTHER_IDS for file in files):
            run = suite.run(project, tree, tests, options)
            if not _lost_known_tests(run, tests, known):
                return run
        wanted = [TestId.of(file) for file in sorted(files)]
    found = with_known_ids(suite.run(project, tree, wanted, options), known)
    _FILES_OF_OTHER_IDS.update((project.checkout, TestId(place).file) for place in found.other_ids)
    return found if tests is None else restrict_to_tests(found, tests)


def _lost_known_tests(run: SuiteRun, tests: Iterable[TestId], known: Iterable[TestId]) -> bool:
    """Whether a run found none of some known tests, although it could load their files."""
    if run.fault is not None and run.fault.kind not in _NOT_FOUND:
        return False
    lost = {test for test in tests if not TestId(test).is_file}.intersection(known) - run.outcomes.keys()
    return any(TestId(test).file_id not in run.outcomes for test in lost)


def _with_step(run: SuiteRun, project: TargetProject) -> SuiteRun:
    """The run; a fault of it says what ends its cause."""
    if run.fault is None:
        return run
    step = fault_step(run.fault, project, run.command)
    return run.model_copy(update={"fault": run.fault.model_copy(update={"next_step": step})})


def suite_name(suite: ProjectSuite) -> str:
    """The name of a suite for people: its framework, and its folder where that is not the project's."""
    return f"{suite.framework} in {suite.folder}" if suite.folder else suite.framework


def suite_to_leave_out(project: TargetProject, run: SuiteRun) -> ProjectSuite | None:
    """The suite whose fault makes a first run useless, if the project can do without it; else None.

    That is one of a project in a sub-folder, which nobody has asked for by name, beside others.
    """
    name = run.fault.suite if run.fault is not None else ""
    found = next((suite for suite in project.suites if suite.is_nested and suite_name(suite) == name), None)
    return found if len(project.suites) > 1 else None


@runtime_checkable
class RepeatingSuite(Protocol):
    """A suite that may run tests several times in one start of its framework."""

    def run_rounds(
        self, project: TargetProject, tree: Path, tests: Sequence[TestId], rounds: int, options: RunOptions
    ) -> list[SuiteRun]:
        """Run the tests `rounds` times, each time in new processes; [] where its framework can't.

        Rounds are missing from the first on that did not come to its end.
        """


def run_rounds(
    project: TargetProject,
    tree: Path,
    tests: Sequence[TestId],
    rounds: int,
    *,
    timeout: float,
    cancel: Callable[[], bool] | None = None,
) -> list[SuiteRun]:
    """Run tests of one suite `rounds` times in one start of its framework: the runs without a fault, up to the first.

    Empty where several suites have the tests, or the framework can't repeat them in processes as new as at its start.
    """
    shares = _tests_by_suite(project.suites, tests)
    suite, wanted = shares[0] if len(shares) == 1 else (None, None)
    if rounds < 2 or not isinstance(suite, RepeatingSuite) or wanted is None:
        return []
    found = suite.run_rounds(project, tree, wanted, rounds, RunOptions(timeout=timeout, cancel=cancel))
    return list(takewhile(lambda run: run.fault is None, (_with_missing_fault(run, tests) for run in found)))


_Shares = list[tuple[ProjectSuite, Sequence[TestId] | None]]


def _tests_by_suite(suites: Sequence[ProjectSuite], tests: Sequence[TestId] | None) -> _Shares:
    """The tests that each suite runs, None for all of them. A test without a suite has no result."""
    if tests is None:
        return [(suite, None) for suite in suites]
    wanted: dict[int, list[TestId]] = {}
    shared: set[int] = set()
    for test in tests:
        owners = _suites_of_file(suites, TestId(test).file)
        shared.update(owners if len(owners) > 1 else ())
        for number in owners:
            wanted.setdefault(number, []).append(test)
    return [(suites[number], None if number in shared else wanted[number]) for number in sorted(wanted)]


def _suites_of_file(suites: Sequence[ProjectSuite], file: str) -> list[int]:
    """The suites that may own the tests of a file: those in the innermost package that has any."""
    owners = [number for number, suite in enumerate(suites) if suite.owns(file)]
    innermost = max((len(suites[number].folder) for number in owners), default=0)
    return [number for number in owners if len(suites[number].folder) == innermost]


def restrict_to_tests(run: SuiteRun, tests: Sequence[TestId]) -> SuiteRun:
    """The run restricted to wanted tests and files, and the errors of files that wanted tests are in."""
    wanted, files = set(tests), {test for test in tests if TestId(test).is_file}
    broken = {TestId(test).file_id for test in tests}

    def counts(test: TestId) -> bool:
        return test in wanted or test in broken or TestId(test).file in files

    outcomes = {test: outcome for test, outcome in run.outcomes.items() if counts(test)}
    collected = [test for test in run.collected if counts(test)]
    return run.model_copy(update={"outcomes": outcomes, "collected": collected})


def _with_missing_fault(run: SuiteRun, tests: Sequence[TestId]) -> SuiteRun:
    """The run, with a fault if a wanted test has no result and its file no error."""
    missing = [test for test in tests if not (TestId(test).is_file or test in run.outcomes)]
    missing = [test for test in missing if TestId(test).file_id not in run.outcomes]
    if run.fault is not None or not missing:
        return run
    fault = RunFault(kind="missing_ids", message=f"{len(missing)} tests never reported: {', '.join(missing[:5])}.")
    return run.model_copy(update={"fault": fault})


def _with_suite(run: SuiteRun, name: str) -> SuiteRun:
    """The run; a fault of it names the suite."""
    if run.fault is None:
        return run
    fault = run.fault.model_copy(update={"suite": name, "message": f"{name}: {run.fault.message}"})
    return run.model_copy(update={"fault": fault})


def _grade_reason(runs: Sequence[SuiteRun], names: Sequence[str]) -> str:
    """Which suites are only reported and which are proved, "" where all have one grade."""
    reported = [name for run, name in zip(runs, names, strict=True) if run.grade == "reported"]
    proved = [name for name in names if name not in reported]
    if not reported or not proved:
        return ""
    return f"Only reported, as nothing of ours saw these tests run: {', '.join(reported)}. Proved: {', '.join(proved)}."


def _merge_runs(runs: Sequence[SuiteRun], grade_reason: str = "") -> SuiteRun:
    """The results of several suites as one run; the lowest grade counts.

    A suite without tests is no fault where another has some: ids that were there before are missed in any case.
    """
    if not runs:
        return SuiteRun(fault=RunFault(kind="no_tests", message="The project has no suite that has such tests."))
    runs = [run for run in runs if run.fault is None or run.fault.kind != "no_tests"] or runs[:1]
    counted = Counter(test for run in runs for test in run.outcomes)
    twice = [test for test, times in counted.items() if times > 1]
    fault = next((run.fault for run in runs if run.fault is not None), None)
    if fault is None and twice:
        fault = RunFault(kind="contradiction", message=f"Two test frameworks report the same test: {twice[0]}.")
    grades = {run.grade for run in runs if run.grade is not None}
    return SuiteRun(
        outcomes={test: outcome for run in runs for test, outcome in run.outcomes.items()},
        collected=[test for run in runs for test in run.collected],
        fault=fault,
        duration=sum(run.duration for run in runs),
        build_seconds=sum(run.build_seconds for run in runs),
        command=_join_commands([run.command for run in runs if run.command]),
        log="\n".join(run.log for run in runs if run.log),
        containment=", ".join(dict.fromkeys(run.containment for run in runs if run.containment)),
        grade="reported" if "reported" in grades else "proved" if grades else None,
        grade_reason=grade_reason,
        notices=[said for run in runs for said in run.notices],
        other_ids={place: how for run in runs for place, how in run.other_ids.items()},
        joined=[tests for run in runs for tests in run.joined],
    )


def _join_commands(commands: Sequence[Sequence[str]]) -> list[str]:
    return [word for number, command in enumerate(commands) for word in (["&&"] if number else []) + list(command)]
