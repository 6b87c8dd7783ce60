"""Renders the documents of a plan, and verifies it on disk: every document and task exists and is valid."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
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
    "IMPL-001": "IMPL-001.json",
    "IMPL-001.3": "IMPL-001.3-validation.json",
    "IMPL-001.5": "IMPL-001.5-review.json",
    "IMPL-002": "IMPL-002.json",
}
MOST_TASKS = 18


def missing_parts(store: SessionStore) -> list[str]:
    """A sentence for each document or task of a plan that is missing or unreadable; edits by people are accepted.

    Empty if the plan is complete. Changes nothing. Tasks that phase 5 makes (`IMPL-fix-...`) are not checked.
    """
    return [*_document_problems(store), *_task_problems(store)]


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


def _task_problems(store: SessionStore) -> Iterator[str]:
    tasks: set[str] = set()
    folder = store.path(".task")
    names = {path.name for path in folder.glob("*.json")} if folder.is_dir() else set()
    for identifier, name in REQUIRED.items():
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
            tasks.add(task.id)
    if len(tasks) > MOST_TASKS:
        yield f"There are {len(tasks)} tasks, and {MOST_TASKS} are the most."
