"""Detects attempts that repeat a change to the same tree; only the first is judged."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from testfix_pipeline.core.records import Attempt
from testfix_pipeline.core.task_records import Task
from testfix_pipeline.steps.iteration.attempt_journal import stored_attempt
from testfix_pipeline.steps.session.workbench import Workbench

# After these outcomes the same change may have another one: it was not measured, or the machine failed.
_UNJUDGED = ("repeated", "error", "nothing_found")


def find_same_change(wb: Workbench, task: Task, patch: str) -> Attempt | None:
    """Return the attempt that already made this change to this tree; None if it is new or may land now.

    Of the same iteration only earlier tasks count, in any order of execution, so that the outcome does not depend on
    that order. `mark_repeats` finds the others.
    """
    number, origin = task.meta.iteration, task.meta.derived_from or task.id
    record = wb.state().iteration(number)
    earlier = [stored_attempt(wb, other) for other in record.fix_tasks[: record.fix_tasks.index(origin)]]
    known = [*wb.store.history().attempts, *(one for one in earlier if one is not None)]
    tree = wb.mirror.tree_hash(record.tip_before or wb.mirror.tip)
    found = _find_same(known, patch, tree)
    return None if found is not None and found.is_held_back and wb.config.accept_doubtful else found


def mark_repeats(attempts: Sequence[Attempt]) -> list[Attempt]:
    """Return the attempts of one iteration; of equal changes all but the first are marked as repeated."""
    found: list[Attempt] = []
    for one in attempts:
        first = _find_same(found, one.patch, one.tree) if one.result not in _UNJUDGED else None
        found.append(one if first is None else _repetition(one, first))
    return found


def repeated_reason(first: Attempt) -> str:
    """The reason that a repeated attempt is not judged again."""
    return f"The same change as {first.task_id} ({first.result.replace('_', ' ')}): {first.reason}"


def _find_same(known: Iterable[Attempt], patch: str, tree: str) -> Attempt | None:
    judged = (one for one in known if one.result not in _UNJUDGED)
    return next((one for one in judged if one.patch == patch and one.tree == tree), None)


def _repetition(one: Attempt, first: Attempt) -> Attempt:
    update = {"result": "repeated", "reason": repeated_reason(first), "repeats": first.task_id, "acceptable": False}
    return one.model_copy(update={**update, "doubtful": False})
