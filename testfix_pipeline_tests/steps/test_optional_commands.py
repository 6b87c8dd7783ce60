"""Acceptance commands of user journeys, which are optional."""

from testfix_pipeline.core.task_records import Task, TaskContext, TaskMeta
from testfix_pipeline.steps.session.acceptance_commands import optional_commands


def planned(*wanted: tuple[str, str]) -> Task:
    """A generation task with requirements (file, layer), and a command for each file."""
    files = list(dict.fromkeys(file for file, _ in wanted))
    return Task(
        id="IMPL-001",
        title="Write tests",
        meta=TaskMeta(type="test-gen", agent="@code-developer"),
        context=TaskContext(
            focus_paths=files,
            acceptance=[f"pytest -k {file.partition('.')[0]}" for file in files],
            test_requirements=[{"file": file, "layer": layer} for file, layer in wanted],
        ),
    )


def test_a_command_is_optional_where_its_file_has_only_journeys() -> None:
    assert optional_commands(planned(("cli.py", "L3"), ("shop.py", "L3"), ("shop.py", "L1"))) == {"pytest -k cli"}


def test_a_command_that_serves_another_file_too_is_not_optional() -> None:
    assert optional_commands(planned(("cli.py", "L3"), ("cli.js", "L1"))) == set()


def test_a_task_whose_requirements_are_not_known_has_no_optional_command() -> None:
    task = planned(("cli.py", "L3"))
    task.context.test_requirements = None
    assert optional_commands(task) == set()
