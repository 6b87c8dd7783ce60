"""Selects the next task of a session: IMPL-002 runs when all of its dependencies have ended."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from testfix_pipeline.core.cycle_rules.task_queue import queue
from testfix_pipeline.core.errors import UsageError
from testfix_pipeline.core.task_records import Task
from testfix_pipeline.steps.session.unmet_dependencies import unmet
from testfix_pipeline.steps.session.workbench import FIX_TASK, Workbench


def reach_cycle(wb: Workbench) -> None:
    """Carry out the open tasks before IMPL-002, in the order of the queue. May be repeated.

    Raises UsageError if IMPL-002 waits for a task that has no handler or does not exist.
    """
    carried_out: set[str] = set()
    while unmet(wb, FIX_TASK):
        handlers = _handlers()
        task = _next(wb, handlers)
        if task is None or task.id in carried_out:
            raise _stuck(wb)
        carried_out.add(task.id)
        handlers[task.meta.type](wb)


def _handlers() -> Mapping[str, Callable[[Workbench], object]]:
    """The function that carries out a task, by its type. The cycle itself carries out IMPL-002 and the fix tasks."""
    from testfix_pipeline.steps.generation import test_generation  # takes a while to load; a `fix` has no such tasks

    return {
        "test-gen": test_generation.generate_tests,
        "code-validation": test_generation.validate_generated,
        "test-quality-review": test_generation.review_generated,
    }


def _next(wb: Workbench, handlers: Collection[str]) -> Task | None:
    """Return the first task of the queue that is ready and has a handler."""
    ready = (task for task in queue(wb.store.tasks()) if not unmet(wb, task.id))
    return next((task for task in ready if task.meta.type in handlers), None)


def _stuck(wb: Workbench) -> UsageError:
    tasks = {task.id: task for task in wb.store.tasks()}
    chain = [f"{name} waits for {', '.join(waits)}" for name in tasks if (waits := unmet(wb, name))]
    return UsageError(
        f"The fix cycle can't begin: {'; '.join(chain)}.",
        "Complete those tasks (`status` in their files below .task/), or take them out of `depends_on`; then resume.",
    )
