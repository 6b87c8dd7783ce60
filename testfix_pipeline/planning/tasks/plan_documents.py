"""Renders the documents of a plan: test-planning-notes.md, IMPL_PLAN.md and TODO_LIST.md."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from testfix_pipeline.core.plan_records import Analysis, ContextPackage, Enrichment
from testfix_pipeline.core.progress import ProgressItem, render_todo
from testfix_pipeline.core.records import SessionRecord
from testfix_pipeline.core.task_records import Task, texts_in
from testfix_pipeline.planning.documents import render_document
from testfix_pipeline.planning.intake import Intake

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
