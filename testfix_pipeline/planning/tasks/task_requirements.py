"""The requirements that the generation tasks list in their JSON, so that editing a task changes what is generated."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from pydantic import ValidationError

from testfix_pipeline.core.plan_records import Analysis, Case, Requirement
from testfix_pipeline.core.task_records import Task
from testfix_pipeline.planning.code_readers import is_read
from testfix_pipeline.planning.criteria.expectations import expectations

Functions = Callable[[str], Collection[str]]
"""The qualified names of the functions of a file of the project."""


def with_task_requirements(analysis: Analysis, tasks: Sequence[Task], functions: Functions) -> Analysis:
    """The analysis with its open requirements replaced by those that the generation tasks list.

    `tasks` are those of the type `test-gen`. Tasks without a list of requirements ask for the analysis' own: those
    whose ids they name, else those in the files and folders they name, else all. A sentence among a task's
    `requirements` that shows a call with its result is a requirement, too.
    """
    wanted = [
        item for task in tasks if task.status != "skipped" for item in _task_requirements(task, analysis, functions)
    ]
    found = {item.id: item for item in wanted}
    kept = [item for item in analysis.requirements if item.covered or item.layer == "L0"]
    return analysis.model_copy(
        update={
            "requirements": [*(item for item in kept if item.id not in found), *found.values()],
            "no_gap": analysis.no_gap and not found,
        }
    )


def requirements_of(task: Task, analysis: Analysis) -> list[Requirement]:
    """The requirements of an analysis (see `with_task_requirements`) that one task asks for.

    All where it names none.
    """
    ids = {item.id for item in _valid_requirements(task.context.test_requirements or ())} | set(
        task.context.requirement_ids
    )
    own = f"{task.id}-R"
    return [item for item in analysis.requirements if not ids or item.id in ids or item.id.startswith(own)]


def _task_requirements(task: Task, analysis: Analysis, functions: Functions) -> Iterator[Requirement]:
    listed = task.context.test_requirements
    yield from _requirements_named(task, analysis) if listed is None else _valid_requirements(listed)
    yield from _requirements_in_sentences(task, functions)


def _valid_requirements(items: Iterable[object]) -> Iterator[Requirement]:
    """Yield the items that are valid requirements; those that an edit broke are left out."""
    for item in items:
        try:
            yield Requirement.model_validate(item)
        except ValidationError:
            continue


def _requirements_named(task: Task, analysis: Analysis) -> Iterator[Requirement]:
    ids = set(task.context.requirement_ids)
    places = [place.rstrip("/") for place in task.context.focus_paths]
    open_ones = [item for item in analysis.requirements if not item.covered and item.layer != "L0"]
    near = [item for item in open_ones if any(f"{item.file}/".startswith(f"{place}/") for place in places)]
    yield from [item for item in open_ones if item.id in ids] if ids else near or open_ones


def _requirements_in_sentences(task: Task, functions: Functions) -> Iterator[Requirement]:
    """Yield requirements for sentences of a task that show calls with results of functions in its files."""
    files = [file for file in task.context.focus_paths if is_read(file)]
    for number, text in enumerate(task.context.requirements, 1):
        calls = [one.call.partition("(")[0].rpartition(".")[2] for one in expectations(text) if one.call]
        for name in dict.fromkeys(calls):
            known = ((file, each) for file in files for each in functions(file) if each.rpartition(".")[2] == name)
            case = Case(given="as the task asks", expected=text, origin="requirement", source=task.id)
            for file, target in known:
                yield Requirement(
                    id=f"{task.id}-R{number}", file=file, layer="L1", part="happy", target=target,
                    title=f"{target}: what the task asks for", cases=[case], expectation="requirement",
                )  # fmt: skip
