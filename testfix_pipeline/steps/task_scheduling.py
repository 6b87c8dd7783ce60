"""Selects the next task of a session: IMPL-002 runs when all of its dependencies have ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from testfix_pipeline.core.cycle_rules.task_queue import queue
from testfix_pipeline.core.errors import UsageError
from testfix_pipeline.core.task_records import Task
from testfix_pipeline.steps.generation.test_generation import generate_tests, review_generated, validate_generated
from testfix_pipeline.steps.session.unmet_dependencies import unmet
from testfix_pipeline.steps.session.workbench import FIX_TASK, Workbench

# The function that carries out a task, by its type. The cycle itself carries out IMPL-002 and the fix tasks.
HANDLERS: Mapping[str, Callable[[Workbench], object]] = {
    "test-gen": generate_tests,
    "code-validation": validate_generated,
    "test-quality-review": review_generated,
}


def reach_cycle(wb: Workbench) -> None:
    """Carry out the open tasks before IMPL-002, in the order of the queue. May be repeated.

    Raises UsageError if IMPL-002 waits for a task that has no handler or does not exist.
    """
    carried_out: set[str] = set()
    while unmet(wb, FIX_TASK):
        task = _next(wb)
        if task is None or task.id in carried_out:
            raise _stuck(wb)
        carried_out.add(task.id)
        HANDLERS[task.meta.type](wb)


def _next(wb: Workbench) -> Task | None:
    """Return the first task of the queue that is ready and has a handler."""
    ready = (task for task in queue(wb.store.tasks()) if not unmet(wb, task.id))
    return next((task for task in ready if task.meta.type in HANDLERS), None)


def _stuck(wb: Workbench) -> UsageError:
    tasks = {task.id: task for task in wb.store.tasks()}
    chain = [f"{name} waits for {', '.join(waits)}" for name in tasks if (waits := unmet(wb, name))]
    return UsageError(
        f"The fix cycle can't begin: {'; '.join(chain)}.",
        "Complete those tasks (`status` in their files below .task/), or take them out of `depends_on`; then resume.",
    )
