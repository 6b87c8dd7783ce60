"""Fix tasks as a person could carry them out."""

import sys
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.core.iteration_records import IterationRecord
from testfix_pipeline.core.task_records import AttemptExecution, FixStrategy
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.frameworks.framework_suite import FrameworkSuite
from testfix_pipeline.frameworks.manifest import Manifest
from testfix_pipeline.frameworks.model import Target
from testfix_pipeline.frameworks.registry import find_adapter
from testfix_pipeline.steps.iteration.fix_instructions import (
    evidence_paths,
    instructions_for,
    iteration_history,
    usual_command,
)

FOLDER = ".workflow/active/WFS-test-a"
STRATEGY = FixStrategy(
    approach="Turn the sign around",
    root_causes=["the sign is wrong"],
    modification_points=["calc.py:add:1-2", "calc.py:half:5", "shop/it's.py:f:1"],
    test_execution=AttemptExecution(affected_tests=["test_calc.py::test_add[1-2]", "test_calc.py::test_half"]),
)


def flow(number: int, **more: Any) -> dict[str, Any]:
    given = {"test_command": "python -m pytest", "max_iterations": 7, **more}
    return instructions_for(FOLDER, number, STRATEGY, [TestId("test_calc.py::test_add[1-2]")], **given)


def test_every_step_says_what_to_do_where_it_fails() -> None:
    found = flow(2)
    assert all(step["on_error"] for step in [*found["pre_analysis"], *found["implementation_approach"]])
    assert [step["step"] for step in found["implementation_approach"]] == [1, 2, 3, 4, 5]
    reading = {step["step"]: (step["command"], step["on_error"]) for step in found["pre_analysis"]}
    assert reading["load_failure_context"] == (f"Read({FOLDER}/.process/iteration-2-failures.json)", "fail")
    assert reading["load_fix_history"][1] == "skip_optional"
    assert "load_fix_history" not in {step["step"] for step in flow(1)["pre_analysis"]}
    assert found["exit_conditions"]["max_iterations"] == 7


def test_commands_can_be_typed_as_they_are() -> None:
    see, apply, syntax, affected, whole = flow(1, test_command="pytest -q")["implementation_approach"]
    assert see["command"] == "pytest -q 'test_calc.py::test_add[1-2]'"
    assert apply["modification_points"] == STRATEGY.modification_points
    assert syntax["command"] == "python -m compileall -q calc.py 'shop/it'\"'\"'s.py'"
    assert affected["command"] == "pytest -q 'test_calc.py::test_add[1-2]' test_calc.py::test_half"
    assert whole["command"] == "pytest -q"


def test_evidence_is_named_by_path() -> None:
    assert evidence_paths(FOLDER, 3)["raw_output"] == f"{FOLDER}/.process/test-output.log"
    assert evidence_paths(FOLDER, 3)["cli_output"].endswith("iteration-3-cli-output.txt")


def test_earlier_iterations_are_records() -> None:
    record = IterationRecord(iteration=1, pass_rate=70, strategy="conservative", failed_tests=["t"], result="no_gain")
    (found,) = iteration_history([record.model_copy(update={"tip_before": "c" * 40})])
    assert (found["iteration"], found["pass_rate"], found["failed_tests"], found["result"]) == (1, 70, ["t"], "no_gain")
    assert "tip_before" not in found and "signatures" not in found


@pytest.mark.parametrize(
    ("framework", "file", "command"),
    [
        ("go test", "a_test.go", "go test ./..."),
        ("cargo test", "tests/a.rs", "cargo test"),
        ("pytest", "test_a.py", "python -m pytest"),
        ("node:test", "a.test.js", "npm test"),
    ],
)
def test_the_usual_command_is_that_of_the_framework(framework: str, file: str, command: str) -> None:
    suite = FrameworkSuite(find_adapter(framework), Manifest(), Target(framework=framework, files=(file,)))
    project = TargetProject(Path(sys.executable), "ours", suites=(suite,))
    assert usual_command(project, [TestId(f"{file}::a")]) == command
