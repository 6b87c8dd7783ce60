"""The one progress list (SPEC 5) of a session, kept in TODO_LIST.md and told to whoever listens in this process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from testfix_pipeline.core.progress import ProgressItem, iteration_title, render_todo
from testfix_pipeline.core.records import IterationRecord, TaskStatus
from testfix_pipeline.core.results import format_rate
from testfix_pipeline.repair.engine import Progress
from testfix_pipeline.steps.workbench import FIX_TASK, Workbench
from testfix_pipeline.workspace.store import SessionStore

Listener = Callable[[list[ProgressItem], str], None]
_listeners: list[Listener] = []
_latest: list[ProgressItem] = []


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """Have `listener(items, detail)` called whenever the list changes or long work says how far it is."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


def announce(wb: Workbench, detail: str = "") -> list[ProgressItem]:
    """Bring TODO_LIST.md up to date and tell the listeners. Returns the items."""
    items = progress_items(wb.store)
    wb.store.write_text("TODO_LIST.md", render_todo(items, wb.session_id))
    _latest[:] = items
    _tell(detail)
    return items


def searching(progress: Progress) -> None:
    """How far a search is: told to the listeners, not written."""
    found = f", {progress.plausible} plausible" if progress.plausible else ""
    _tell(f"searching: {progress.tried} candidates in {progress.seconds:.0f} s{found}; now {progress.place}")


def _tell(detail: str) -> None:
    for listener in list(_listeners):
        listener(list(_latest), detail)


def progress_items(store: SessionStore) -> list[ProgressItem]:
    """The list as the session's files have it."""
    record = store.session()
    ended = record.status not in ("planning", "active")
    phase: TaskStatus = "completed" if record.status == "completed" else ("blocked" if ended else "in_progress")
    items = [
        ProgressItem("Phase 5: test and fix", phase, 0),
        ProgressItem(f"{FIX_TASK}: test & fix cycle [ITERATION]", phase, 1),
    ]
    state, results = store.state(), store.results()
    if state is None or results is None:
        return [*items, ProgressItem("measure the baseline", "blocked" if ended else "in_progress", 2)]
    first = state.iterations[0].pass_rate if state.iterations else results.pass_rate
    items.append(ProgressItem(f"baseline measured (pass: {format_rate(first)}%)", "completed", 2))
    return items + [_iteration(one) for one in state.iterations]


def _iteration(one: IterationRecord) -> ProgressItem:
    title = str(getattr(one, "title", "")) or ", ".join(one.fix_tasks)
    rate = one.pass_rate if one.pass_rate_after is None else one.pass_rate_after
    status: TaskStatus = "in_progress" if one.completed_at is None else "completed"
    result = f" - {one.result.replace('_', ' ')}" if one.result and one.result != "landed" else ""
    return ProgressItem(iteration_title(one.iteration, title, rate, one.strategy) + result, status, 2)
