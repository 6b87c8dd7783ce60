"""The order of a session's tasks: fix tasks at the front, the others as their `depends_on` allows."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from testfix_pipeline.core.task_records import Task

OPEN = ("pending", "in_progress")
FIX_TYPES = ("test-fix-iteration", "parallel-exploration")


def waits_for(task: Task, tasks: Sequence[Task], ended: Collection[str] = ()) -> list[str]:
    """Return the ids of dependencies that have not ended, including missing ones.

    A task has ended when it is completed, skipped or blocked; later tasks use the partial work of a blocked one. ended:
    ids of tasks without a file that are known to have ended.
    """
    done = {*ended, *(one.id for one in tasks if one.status not in OPEN)}
    return [each for each in task.context.depends_on if each not in done]


def queue(tasks: Sequence[Task]) -> list[Task]:
    """Return the open tasks in the order in which they run, without those in circular dependencies."""
    waiting = [task for task in tasks if task.status in OPEN]
    ordered = sorted((one for one in waiting if one.meta.type in FIX_TYPES), key=lambda one: one.id)
    left = sorted((one for one in waiting if one.meta.type not in FIX_TYPES), key=lambda one: one.id)
    while True:
        blocking = {one.id for one in left}
        ready = next((one for one in left if not blocking.intersection(one.context.depends_on)), None)
        if ready is None:
            return ordered
        ordered.append(ready)
        left.remove(ready)
