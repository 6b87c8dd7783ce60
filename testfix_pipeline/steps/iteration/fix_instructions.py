"""Writes the instructions of a fix task, sufficient for a person who has only the session's folder."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from typing import Any

from testfix_pipeline.core.iteration_records import IterationRecord
from testfix_pipeline.core.task_records import FixStrategy
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.runners.pytest_runner import calls_pytest
from testfix_pipeline.frameworks.registry import user_command
from testfix_pipeline.planning.code_readers import is_javascript

Step = dict[str, Any]
_MOST_TESTS = 20
_NPM_TEST = "npm test"
_HISTORY = {
    *("iteration", "strategy", "pass_rate", "pass_rate_after", "failed_tests", "stuck_tests", "regression_detected"),
    *("fix_tasks", "analysis_file", "analysis_quality", "tool", "result"),
}


def iteration_history(iterations: Sequence[IterationRecord]) -> list[dict[str, Any]]:
    """The earlier iterations as records, without fields that only the pipeline needs."""
    return [record.model_dump(mode="json", include=_HISTORY) for record in iterations]


def evidence_paths(folder: str, number: int) -> dict[str, str]:
    """The paths of the evidence of iteration `number`, by kind.

    `folder`: the session's, in the form that paths begin with.
    """
    process = f"{folder}/.process"
    return {
        "raw_output": f"{process}/test-output.log",
        "failures": f"{process}/iteration-{number}-failures.json",
        "analysis_report": f"{process}/iteration-{number}-analysis.md",
        "cli_output": f"{process}/iteration-{number}-cli-output.txt",
    }


def instructions_for(
    folder: str, number: int, strategy: FixStrategy, tests: Sequence[TestId], *, test_command: str, max_iterations: int
) -> dict[str, Any]:
    """Return the `flow_control` of a fix task: what to read, the steps, and what to do if a step fails.

    tests: the ids that the task aims at; test_command: how the project's tests are run.
    """
    files = list(dict.fromkeys(point.partition(":")[0] for point in strategy.modification_points))
    return {
        "pre_analysis": list(_reading_steps(folder, number)),
        "implementation_approach": list(_fixing_steps(strategy, files, tests, test_command)),
        "target_files": strategy.modification_points,
        "exit_conditions": {
            "success": "the failing tests pass and no test that passed before fails, on a run of the full suite",
            "failure": "max_iterations_reached",
            "max_iterations": max_iterations,
        },
    }


def _reading_steps(folder: str, number: int) -> Iterator[Step]:
    process = f"{folder}/.process"
    yield _read_step("load_failure_context", f"{process}/iteration-{number}-failures.json", "failures", "fail")
    yield _read_step("load_fix_strategy", f"{process}/iteration-{number}-strategy.md", "fix_strategy", "fail")
    yield _read_step("load_analysis", f"{process}/iteration-{number}-analysis.md", "analysis", "skip_optional")
    yield _read_step("load_test_output", f"{process}/test-output.log", "raw_output", "skip_optional")
    if number > 1:
        yield _read_step("load_fix_history", f"{process}/fix-history.json", "previous_attempts", "skip_optional")


def _read_step(step: str, path: str, output_to: str, on_error: str) -> Step:
    return {"step": step, "command": f"Read({path})", "output_to": output_to, "on_error": on_error}


def usual_command(project: TargetProject, tests: Sequence[TestId]) -> str:
    """Return the command that users of a project without a configured test command run its tests with."""
    files = [TestId(test).file for test in tests]
    if any(map(project.runs_in_interpreter, files)):
        return "python -m pytest"
    suite = next((suite for suite in map(project.suite_of, files) if suite is not None), None)
    if suite is None or any(map(is_javascript, files)):
        return _NPM_TEST
    known = user_command(suite.framework)
    return known.suite if known is not None else suite.framework


def _fixing_steps(
    strategy: FixStrategy, files: Sequence[str], tests: Sequence[TestId], test_command: str
) -> Iterator[Step]:
    aimed = _command_for(test_command, tests)
    affected = _command_for(test_command, [*tests[:_MOST_TESTS], *strategy.test_execution.affected_tests])
    yield {
        "step": 1,
        "title": "See the failure",
        "command": aimed,
        "on_error": "expected: these tests fail before the fix; where they pass, stop and report it",
    }
    yield {
        "step": 2,
        "title": "Apply the fix",
        "description": strategy.approach,
        "modification_points": strategy.modification_points,
        "logic_flow": [*strategy.root_causes, "change what the modification points name and nothing else"],
        "on_error": "stop: leave the files as they were and report why",
    }
    python = [shlex.quote(file) for file in files if file.endswith(".py")]
    check = f"python -m compileall -q {' '.join(python)}" if python else "the syntax check of the project's language"
    yield {"step": 3, "title": "Check the syntax", "command": check, "on_error": "fix the syntax before any test runs"}
    yield {
        "step": 4,
        "title": "Run the failing and the affected tests",
        "command": affected,
        "on_error": "back to step 2 with what they say",
    }
    yield {
        "step": 5,
        "title": "Run the full suite",
        "command": test_command,
        "on_error": "undo the change where a test that passed before fails; report what it broke",
    }


def _command_for(test_command: str, tests: Sequence[TestId]) -> str:
    """Return the command that runs only these tests if the command line allows it; else the whole command."""
    if test_command == _NPM_TEST:
        files = dict.fromkeys(TestId(test).file for test in tests)
        return " ".join([test_command, "--", *map(shlex.quote, files)])
    if not calls_pytest(test_command):
        return test_command
    named = list(dict.fromkeys(tests))[: 2 * _MOST_TESTS]
    return " ".join([test_command, *map(shlex.quote, named)])
