"""Runs a project's pytest suite and reads the verdict from our own reporter, never from the exit code."""

from __future__ import annotations

import json
import os
import secrets
import shlex
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline.core.records import Outcome, SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.execution.hanging_tests import time_limits
from testfix_pipeline.execution.in_target.testfix_arguments import whole_run_arguments
from testfix_pipeline.execution.in_target.testfix_places import cases_by_function
from testfix_pipeline.execution.other_ids import other_id_notices, place_of
from testfix_pipeline.execution.processes.environment import IN_TARGET
from testfix_pipeline.execution.processes.environment import target_environment as target_environment
from testfix_pipeline.execution.processes.preloaded_interpreter import RunProcess
from testfix_pipeline.execution.processes.process_limits import suite_limits
from testfix_pipeline.execution.processes.supervisor import ProcessLimits, ProcessResult, run
from testfix_pipeline.execution.project import SandboxPolicy, TargetProject
from testfix_pipeline.execution.run_options import RunOptions
from testfix_pipeline.execution.runners.report import ReportedRun, ReportReader
from testfix_pipeline.execution.runners.verdict import find_run_fault

_FIXED_ARGUMENTS = (
    "--continue-on-collection-errors",
    "--color=no",
    # Plugins that repeat a failed test until it passes hide what is to be measured. Unknown names do no harm.
    *("-p", "no:rerunfailures", "-p", "no:flaky"),
    # Not in the tree; pytest puts the variable in. Without the cache plugin its fixture would be missing.
    *("-o", "cache_dir=$TMPDIR/pytest-cache"),
)


def parse_test_command(text: str | None) -> tuple[str, ...]:
    """The arguments after `pytest` in a test command; none if there is no command.

    Understands `pytest ...`, `py.test ...`, `python -m pytest ...`, also with `uv run` or `poetry run` before them.
    Raises InvalidConfig on anything else.
    """
    if text is None or not text.strip():
        return ()
    found = _pytest_arguments(text)
    if found is None:
        raise InvalidConfig(
            f"The test command {text!r} is not a call of pytest, nor of a framework that is known here.",
            "Give it as `pytest ...`, `python -m pytest ...` or, with its package installed, `vitest ...`, `jest ...` "
            "or `mocha ...`; for another command, name by `results` the JUnit XML or TAP files that it writes.",
        )
    return found


def calls_pytest(test_command: str) -> bool:
    """Whether a test command calls pytest. Raises InvalidConfig if its quotes don't match."""
    return _pytest_arguments(test_command) is not None


def _pytest_arguments(text: str) -> tuple[str, ...] | None:
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise InvalidConfig(f"The test command {text!r} can't be read: {error}.", "Fix its quotes.") from error
    if words[:2] in (["uv", "run"], ["poetry", "run"], ["pdm", "run"], ["hatch", "run"]):
        words = words[2:]
    program = Path(words[0]).name if words else ""
    if program in ("pytest", "py.test"):
        return tuple(words[1:])
    if program.startswith(("python", "py")) and words[1:3] == ["-m", "pytest"]:
        return tuple(words[3:])
    return None


def target_policy(project: TargetProject) -> SandboxPolicy:
    """The project's sandbox with read access to its interpreter and shared folders."""
    shared = [str(path) for path in _shared_folders(project, None)]
    return replace(project.sandbox, read=(*project.sandbox.read, str(IN_TARGET), *shared))


def run_pytest(project: TargetProject, tree: Path, tests: Sequence[TestId] | None, options: RunOptions) -> SuiteRun:
    """Run the tests of the project's files in `tree` (a checkout of its repository), all or exactly `tests`.

    An import that takes too long by the limits of the stage (see `hanging_tests.py`) is ended and is an error of its
    file; a test that does has failed; the others run. A run that is no measurement comes back with `fault` set. Raises
    BudgetSpent where the project's deadline ends the run before `options.timeout` seconds do.
    """
    allowed = project.deadline.bound(options.timeout)
    nonce = secrets.token_hex(16)
    reading, writing = os.pipe()
    reader = ReportReader(reading, nonce)
    command = _command(project, tree, options)
    # the order for the reporter: see `in_target/testfix_channel.py`
    order = {
        "fd": writing,
        "nonce": nonce,
        "root": str(project.root(tree).resolve()),
        "tree": str(tree.resolve()),
        "origin": str(project.origin) if project.origin and project.origin.resolve() != tree.resolve() else None,
        "shared": [str(path) for path in _shared_folders(project, tree)],
        "tests": None if tests is None else list(tests),
        "ordered": options.ordered,
    }
    patience = time_limits(project, options.stage, options.timeout)
    order |= {"patience": patience, "trace_seconds": options.trace_seconds, "varied": options.varied}
    order |= {"sharpness": options.sharpness, "controls": options.controls}
    cases = cases_by_function(project.known.tests)
    order |= {"plugins": _more_plugins(options), "cases": cases}
    limits = suite_limits(allowed, options.memory_bytes)
    try:
        completed = _run(project, tree, command, order, limits, _end_condition(reader.report, options), options)
    finally:
        os.close(writing)
    report = reader.finish()
    _tell_progress(report, options)  # The last test may have ended after the last look.
    report.join_cases(cases)
    if completed.timed_out and not report.ended:
        project.deadline.check()
    if options.record_coverage is not None:
        CoverageMap.from_events(report.coverage_events).save(options.record_coverage)
    if options.witness is not None:
        options.witness.extend(report.witnessed)
    return _suite_run(report, completed, command, tests)


def _run(
    project: TargetProject,
    tree: Path,
    command: Sequence[str],
    order: Mapping[str, Any],
    limits: ProcessLimits,
    enough: Callable[[], bool],
    options: RunOptions,
) -> ProcessResult:
    """Run pytest with its order on standard input; `enough` ends it. It writes its report to `order["fd"]`."""
    run_process: RunProcess = options.run_process or run
    return run_process(
        command,
        cwd=project.root(tree),
        env={**target_environment(project, tree), "PYTHONHASHSEED": options.hash_seed},
        limits=limits,
        policy=target_policy(project),
        writable=[tree],
        pass_fds=[order["fd"]],
        stdin=json.dumps(order).encode(),
        cancel=enough,
        merge_output=True,
    )


def _end_condition(report: ReportedRun, options: RunOptions) -> Callable[[], bool]:
    """The condition for ending the process: `cancel`, or a process that hangs at exit after a whole report."""
    ended: list[float] = []

    def enough() -> bool:
        _tell_progress(report, options)
        if report.ended and not ended:
            ended.append(time.monotonic())
        cancelled = options.cancel is not None and options.cancel()
        return cancelled or (bool(ended) and time.monotonic() - ended[0] >= options.farewell_seconds)

    return enough


def _tell_progress(report: ReportedRun, options: RunOptions) -> None:
    if options.on_test is not None and report.collected is not None:
        total = len(report.collected)
        options.on_test(min(report.torn_down, total), total)


def _command(project: TargetProject, tree: Path, options: RunOptions) -> list[str]:
    own = [*_FIXED_ARGUMENTS, f"--rootdir={project.root(tree).resolve()}"]
    wanted = whole_run_arguments([*project.pytest_args, *options.extra_args])
    return [str(project.interpreter), "-m", "pytest", "-p", "testfix_reporter", *own, *wanted]


def _more_plugins(options: RunOptions) -> list[str]:
    """Our plugins that the reporter loads: the run goes on without one that fails."""
    tracing = ["testfix_tracer"] * (options.record_coverage is not None)
    if options.sharpness is not None:
        return [*tracing, "testfix_sharpness"]
    if options.controls is not None:
        return ["testfix_controls"]
    witness = "testfix_witness" if options.varied is None else "testfix_varied"
    return [*tracing, *[witness] * (options.witness is not None)]


def _shared_folders(project: TargetProject, tree: Path | None) -> list[Path]:
    places = [place for place in (tree, project.origin) if place is not None]
    return [place.resolve() / name for place in places for name in project.shared]


def _suite_run(
    report: ReportedRun, completed: ProcessResult, command: list[str], tests: Sequence[TestId] | None
) -> SuiteRun:
    log = completed.stdout.decode(errors="replace")
    outcomes: dict[TestId, Outcome] = {**report.collect_errors, **report.finished}
    outcomes.update(_outcomes_of_uncollected(report, tests))
    run = SuiteRun(
        outcomes=outcomes,
        collected=[*(report.collected or []), *report.testless],
        fault=find_run_fault(report, completed, tests, log),
        duration=completed.seconds,
        command=command,
        log=log,
        containment=completed.containment,
    )
    other_ids = other_id_notices(report.renamed, report.together)
    changed = {
        **dict.fromkeys(cases_by_function(report.renamed), "by place"),
        **dict.fromkeys(report.together, "together"),
    }
    joined = [[test for test in outcomes if place_of(test) == function] for function in report.together]
    later = {
        "warned": report.warned,
        "notices": [*report.own_faults, *other_ids],
        "other_ids": changed,
        "joined": joined,
    }
    return run.model_copy(update={name: value for name, value in later.items() if value})


def _outcomes_of_uncollected(report: ReportedRun, tests: Sequence[TestId] | None) -> dict[TestId, Outcome]:
    """Outcomes of wanted tests in files that can't be collected or skip themselves: those of their file."""
    found = {}
    for test in set(tests or ()) - set(report.collected or ()):
        file = TestId(test).file_id
        error = report.collect_errors.get(file)
        if error is not None and test != file:
            found[test] = error.model_copy(update={"id": test})
        elif file in report.collect_skips:
            found[test] = Outcome(id=test, status="skipped", phase="collect", message=report.collect_skips[file])
    return found
