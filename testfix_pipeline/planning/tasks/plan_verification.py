"""Renders the documents of a plan, and verifies it on disk: every document and task exists and is valid."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from testfix_pipeline.core.plan_records import Analysis, ContextPackage, Enrichment
from testfix_pipeline.core.progress import ProgressItem, render_todo
from testfix_pipeline.core.records import SessionRecord
from testfix_pipeline.core.task_records import Task, texts_in
from testfix_pipeline.planning.documents import render_document
from testfix_pipeline.planning.intake import Intake
from testfix_pipeline.workspace.sessions import older_forms
from testfix_pipeline.workspace.sessions.store import SessionStore, load

# Each document with the headings that it can't do without.
DOCUMENTS = {
    "test-planning-notes.md": ("Intent", "L0", "L1", "L2", "L3", "Constraints"),
    "IMPL_PLAN.md": ("Goal", "Where the project stands", "Tasks", "Order", "Thresholds", "Risks"),
    "TODO_LIST.md": (),
}
_PHASES = ("session", "context", "test analysis", "tasks")


@dataclass(frozen=True)
class Plan:
    """The data that the documents are made from."""

    session: SessionRecord
    intake: Intake
    context: ContextPackage
    analysis: Analysis
    tasks: list[Task]
    enrichment: Enrichment = field(default_factory=Enrichment)


def render_documents(plan: Plan) -> dict[str, str]:
    """The text of each document by its name in the session's folder."""
    requirements = plan.analysis.requirements
    values = {
        "plan": plan,
        "texts_in": texts_in,
        "zip": zip,
        "requirements_of": lambda one: [item for item in requirements if one.id in item.criteria],
    }
    return {
        "test-planning-notes.md": render_document("notes", values),
        "IMPL_PLAN.md": render_document("plan", values),
        "TODO_LIST.md": render_todo(plan_items(plan.tasks), plan.session.session_id),
    }


def plan_items(tasks: Sequence[Task]) -> list[ProgressItem]:
    """The progress list at the end of phase 4: four completed phases, and phase 5 with its tasks."""
    done = [ProgressItem(f"Phase {number}: {name}", "completed") for number, name in enumerate(_PHASES, 1)]
    ahead = [ProgressItem(f"{task.id}: {task.title}", task.status, 1) for task in tasks]
    return [*done, ProgressItem("Phase 5: test and fix"), *ahead]


REQUIRED = {
    "IMPL-001": ("IMPL-001.json", "test-gen"),
    "IMPL-001.3": ("IMPL-001.3-validation.json", "code-validation"),
    "IMPL-001.5": ("IMPL-001.5-review.json", "test-quality-review"),
    "IMPL-002": ("IMPL-002.json", "test-fix"),
}
MOST_TASKS = 18


def missing_parts(store: SessionStore) -> list[str]:
    """A sentence for each part of a plan that is missing or unreadable; valid edits by people are accepted."""
    return [*_document_problems(store), *_read_tasks(store, {})]


def verify_plan(store: SessionStore) -> list[str]:
    """Return a sentence for each part that is missing or invalid.

    Empty if the plan is valid. Changes nothing. Tasks that phase 5 makes (`IMPL-fix-...`) are not checked.
    """
    tasks: dict[str, Task] = {}
    return [
        *_document_problems(store),
        *_read_tasks(store, tasks),
        *_task_problems(tasks),
        *_dependency_problems(tasks),
        *_list_problems(store, tasks),
    ]


def _document_problems(store: SessionStore) -> Iterator[str]:
    for name, headings in DOCUMENTS.items():
        path = store.path(name)
        text = path.read_text("utf-8", "replace") if path.is_file() else ""
        if not text.strip():
            yield f"{name} is {'empty' if path.is_file() else 'missing'}."
            continue
        lacking = [each for each in headings if not re.search(rf"(?m)^#+ .*{re.escape(each)}", text)]
        if lacking:
            yield f"{name} lacks {', '.join(lacking)}."


def _read_tasks(store: SessionStore, tasks: dict[str, Task]) -> Iterator[str]:
    """Read every task into `tasks`; yield a sentence for each problem."""
    folder = store.path(".task")
    names = {path.name for path in folder.glob("*.json")} if folder.is_dir() else set()
    for identifier, (name, _) in REQUIRED.items():
        if not names & {name, f"{identifier}.json"}:
            yield f".task/{name} is missing."
    for name in sorted(names):
        if name.startswith("IMPL-fix"):
            continue
        task = load(folder / name, Task, older_forms.task_form, store.session_id)
        if task is None:
            yield f".task/{name} can't be read as a task."
        elif task.id in tasks:
            yield f".task/{name} repeats the id {task.id}."
        elif not name.startswith(task.id):
            yield f".task/{name} holds the task {task.id}."
        else:
            tasks[task.id] = task
    if len(tasks) > MOST_TASKS:
        yield f"There are {len(tasks)} tasks, and {MOST_TASKS} are the most."


def _task_problems(tasks: Mapping[str, Task]) -> Iterator[str]:
    for identifier, task in tasks.items():
        wanted = REQUIRED.get(identifier, ("", "test-gen"))[1]
        if task.meta.type != wanted:
            yield f"{identifier} has the type {task.meta.type!r} instead of {wanted!r}."
        if not task.title.strip() or not task.meta.agent:
            yield f"{identifier} lacks a title or an agent."
        yield from _requirement_problems(identifier, task)
        lacking = [name for name in ("implementation_approach", "exit_conditions") if name not in task.flow_control]
        if lacking:
            yield f"{identifier} lacks {', '.join(lacking)} in flow_control."


def _requirement_problems(identifier: str, task: Task) -> Iterator[str]:
    requirements, commands = task.context.requirements, task.context.acceptance
    if not requirements:
        yield f"{identifier} has no requirements."
        return
    vague = [each for each in requirements if not re.search(r"\d", each)]
    if vague:
        yield f"{identifier} has a requirement without a number: {vague[0]!r}."
    if len(commands) != len(requirements) or not all(each.strip() for each in commands):
        yield f"{identifier} has {len(requirements)} requirements and {len(commands)} acceptance commands."


def _dependency_problems(tasks: Mapping[str, Task]) -> Iterator[str]:
    for identifier, task in tasks.items():
        unknown = [each for each in task.context.depends_on if each not in tasks]
        if unknown:
            yield f"{identifier} depends on {', '.join(unknown)}, which does not exist."
    left = {identifier: set(task.context.depends_on) & set(tasks) for identifier, task in tasks.items()}
    while ready := [identifier for identifier, waits in left.items() if not waits & left.keys()]:
        for identifier in ready:
            del left[identifier]
    if left:
        yield f"The dependencies of {', '.join(sorted(left))} go round in a circle."


def _list_problems(store: SessionStore, tasks: Mapping[str, Task]) -> Iterator[str]:
    """Yield a sentence if the task list does not name every task."""
    path = store.path("TODO_LIST.md")
    if not path.is_file():
        return
    words = set(re.findall(r"IMPL-[\w.-]*\w", path.read_text("utf-8", "replace")))
    absent = sorted(set(tasks) - words)
    if absent:
        yield f"TODO_LIST.md does not name {', '.join(absent)}."
