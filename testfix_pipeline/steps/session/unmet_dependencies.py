"""Decides whether a task of a session may run yet."""

from __future__ import annotations

from testfix_pipeline.core.cycle_rules.task_queue import waits_for
from testfix_pipeline.steps.session.workbench import Workbench


def unmet(wb: Workbench, task_id: str) -> list[str]:
    """Return the ids that a task waits for. A dependency without a file has ended if its summary exists."""
    tasks = wb.store.tasks()
    task = next((one for one in tasks if one.id == task_id), None)
    summaries = wb.store.path(".summaries").glob("*-summary.md")
    ended = {path.name.removesuffix("-summary.md") for path in summaries} - {one.id for one in tasks}
    return waits_for(task, tasks, ended) if task else []
