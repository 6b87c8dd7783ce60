"""Runs the acceptance commands of the tasks at the end of a run, and stores their results.

The commands for the whole suite and the gates are answered from the run's measurements. Others run in a worktree of the
branch's tip, in the sandbox of the tests. No fix lands or fails by them.
"""

from __future__ import annotations

import shlex
import time
from pathlib import Path
from textwrap import shorten

from testfix_pipeline.core.counted_nouns import counted
from testfix_pipeline.core.markdown_tables import markdown_table
from testfix_pipeline.core.task_records import AcceptanceResult, Task, TaskStatus
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.processes.environment import target_environment
from testfix_pipeline.execution.processes.process_limits import ProcessLimits
from testfix_pipeline.execution.processes.supervisor import run
from testfix_pipeline.execution.runners.pytest_runner import target_policy
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.steps.session.generated_tests import generation_of
from testfix_pipeline.steps.session.spending import seconds_left
from testfix_pipeline.steps.session.workbench import FIX_TASK, Workbench
from testfix_pipeline.workspace.sessions.store import read_object

_RUN = (["-m", "pytest"], ["-m", "unittest"], ["-m", "compileall"])
_FRAMEWORKS = (["npx"], ["node"])
"""The first words of commands of JavaScript test frameworks."""
_MOST_SECONDS = 120.0
"""The limit of one command, which runs only a part of the suite."""
_NO_TESTS = 5  # pytest's exit code
_SHOWN = 400
_NONE = "no test is named so: none was generated, or those there are have other names"
_OPTIONAL = {"passed": True, "how": "no test is named so, and none has to be: journeys are optional"}


def check_acceptance(wb: Workbench) -> None:
    """Write `acceptance_results`, `{command, passed, how}` for each command, and the status into planned tasks.

    passed: None if the command was not carried out; `how` says why. A task is completed if all its commands pass, else
    blocked; the status of the cycle's task is the cycle's. A `fix` session has no such tasks.
    """
    tasks = [task for task in wb.store.tasks() if task.context.acceptance and not task.id.startswith("IMPL-fix")]
    if not any(task.meta.type == "test-gen" for task in tasks):
        return
    with wb.worktree("acceptance", wb.mirror.tip) as tree:
        for task in tasks:
            wb.store.save_task(with_acceptance_results(wb, tree, task, time.monotonic() + _MOST_SECONDS))


def with_acceptance_results(wb: Workbench, tree: Path, task: Task, until: float, *, at_end: bool = True) -> Task:
    """Return the task with the results of its acceptance commands in a worktree, and the status that follows.

    No command is started after `until`, in seconds of the monotonic clock. Before the end of the session (`at_end`
    False) the whole suite and the gates are not measured yet. Tests of user journeys are optional.
    """
    optional = optional_commands(task)
    said = [_run_acceptance(wb, tree, task, command, until, at_end) for command in task.context.acceptance]
    said = [
        each.model_copy(update=_OPTIONAL) if each.how == _NONE and each.command in optional else each for each in said
    ]
    status: TaskStatus = "completed" if all(each.passed for each in said) else "blocked"
    settled = task.status == "skipped" or task.id == FIX_TASK
    return task.model_copy(update={"acceptance_results": said, "status": task.status if settled else status})


def optional_commands(task: Task) -> set[str]:
    """Return the commands of files of which only user journeys are to be tested."""
    wanted = [one for one in task.context.test_requirements or () if isinstance(one, dict)]
    required = {one.get("file") for one in wanted if one.get("layer") != "L3"}
    optional = {one.get("file") for one in wanted} - required
    pairs = list(zip(task.context.focus_paths, task.context.acceptance, strict=False))
    return {command for file, command in pairs if file in optional} - {
        command for file, command in pairs if file not in optional
    }


def unmet(task: Task) -> list[str]:
    """Return the acceptance commands of a task that failed or did not run, each with the reason."""
    return [
        f"{said.how} (`{shorten(said.command, 70, placeholder='...')}`)"
        for said in task.acceptance_results
        if not said.passed
    ]


def _run_acceptance(
    wb: Workbench, tree: Path, task: Task, command: str, until: float, at_end: bool
) -> AcceptanceResult:
    passed, how = _answer_command(wb, tree, task, command, until, at_end)
    return AcceptanceResult(command=command, passed=passed, how=how)


def _answer_command(
    wb: Workbench, tree: Path, task: Task, command: str, until: float, at_end: bool
) -> tuple[bool | None, str]:
    if task.status == "skipped":
        return None, f"not run: the task was skipped, {task.meta.reason}"
    if time.monotonic() > until:
        return None, "not run: the other commands took all the time there was"
    # the acceptance command of the cycle itself
    if command == next(iter(wb.store.task(FIX_TASK).context.acceptance), ""):
        if not at_end:
            return None, "not run yet: the whole suite is measured at the end"
        results = wb.results()
        return not results.failures, f"the last full run: {results.passed} of {results.total} pass"
    report = next((name for name in ("code-validation-report", "test-quality-report") if name in command), "")
    if report:
        found = read_object(wb.store.path(f".process/{report}.json"))
        if "verdict" not in found:
            return False, f"{report}.json is not there"
        verdict, why = found["verdict"], found.get("failed_by", "")
        return verdict != "HARD_FAIL", f"the gate's verdict is {verdict}" + (f": {why}" if why else "")
    words = _split_command(command)
    if words[:1] in _FRAMEWORKS and wb.target.uses_programs:
        return _suite_files(wb, tree, words[-1].partition("=")[2] or words[-1])
    if words[1:3] not in _RUN:
        return None, "not run: the built-in executor runs Python's own tools alone"
    return _run_command(wb, tree, words)


def _suite_files(wb: Workbench, tree: Path, word: str) -> tuple[bool | None, str]:
    """Run the test files whose name contains a word by their framework's adapter, not by their own command."""
    known = {TestId(test).file for test in wb.results().outcomes} if wb.measured else set()
    files = sorted(one for one in {*known, *generation_of(wb).files} if word in Path(one).name)
    files = [one for one in files if (wb.root(tree) / one).is_file() and not one.endswith(".py")]
    if not files:
        return False, _NONE
    found = run_suite(wb.target, tree, tests=[TestId(one) for one in files], timeout=_MOST_SECONDS)
    if found.fault is not None:
        return False, found.fault.message.partition("\n")[0][:_SHOWN]
    return not found.failing, f"{len(found.passed)} of {len(found.outcomes)} tests of {', '.join(files)} pass"[:_SHOWN]


def _split_command(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError:
        return []


def _run_command(wb: Workbench, tree: Path, words: list[str]) -> tuple[bool | None, str]:
    left = seconds_left(wb)
    if left <= 0:
        return None, "not run: the session's time is used up"
    red = _red_tests(wb) if words[2] == "pytest" else []
    done = run(
        [str(wb.target.interpreter), *words[1:], *(f"--deselect={test}" for test in red)],
        cwd=wb.root(tree),
        env=target_environment(wb.target, tree),
        limits=ProcessLimits(min(_MOST_SECONDS, left)),
        policy=target_policy(wb.target),
        writable=[tree],
        merge_output=True,
    )
    if done.timed_out:
        return None, f"not done after {min(_MOST_SECONDS, left):.0f} s"
    if done.returncode == _NO_TESTS and words[2] == "pytest":
        return False, _NONE
    last = done.stdout.decode(errors="replace").strip().rpartition("\n")[2][:_SHOWN]
    without = f", without {counted(len(red), 'red test')} for {FIX_TASK} to repair" if red else ""
    return done.returncode == 0, f"ended with {done.returncode}: {last}".rstrip(": ") + without


def _red_tests(wb: Workbench) -> list[TestId]:
    """Return the project's own failing tests, which the cycle repairs: no other task is judged by them."""
    generated = generation_of(wb).files if wb.measured else {}
    return [one.test for one in wb.results().failures if one.test.file not in generated] if wb.measured else []


def acceptance_section(wb: Workbench) -> list[str]:
    """Return the results of the acceptance commands as lines of a report; empty if nothing was planned."""
    rows = [(task.id, said) for task in wb.store.tasks() for said in task.acceptance_results]
    if not rows:
        return []
    marks = {True: "yes", False: "no", None: "-"}
    cells = [(name, f"`{said.command}`", marks[said.passed], said.how) for name, said in rows]
    return ["## Acceptance", "", *markdown_table(("task", "command", "met", "how it is known"), cells), ""]
