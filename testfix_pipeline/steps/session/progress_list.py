"""The progress list of a session, stored in TODO_LIST.md and passed to the listeners of this process."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from testfix_pipeline.core.cycle_rules.results import first_rate, format_rate
from testfix_pipeline.core.iteration_records import IterationRecord
from testfix_pipeline.core.progress import (
    NOTE,
    OnProgress,
    ProgressItem,
    WorkProgress,
    iteration_title,
    progress_counter,
    render_todo,
)
from testfix_pipeline.core.records import Attempt
from testfix_pipeline.core.task_records import Task, TaskStatus
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.steps.session.progress_listeners import tell
from testfix_pipeline.steps.session.spending import next_iteration
from testfix_pipeline.steps.session.workbench import FIX_TASK, Workbench
from testfix_pipeline.workspace.git.mirror import mirror_folder
from testfix_pipeline.workspace.git.repository import Project
from testfix_pipeline.workspace.sessions.store import SessionStore

if TYPE_CHECKING:
    from testfix_pipeline.repair.engine import Progress  # the engine takes half a second to import

NOW = "now.json"
NOTED_EVERY = 1.0
_latest: dict[str, list[ProgressItem]] = {}
_noted_at: dict[Path, float] = {}


def announce(wb: Workbench, detail: str = "") -> list[ProgressItem]:
    """Update TODO_LIST.md and call the listeners. Returns the items."""
    items = progress_items(wb.store)
    wb.store.write_text("TODO_LIST.md", render_todo(items, wb.session_id))
    _latest[wb.session_id] = items
    report_detail(wb, detail)
    return items


def searching(wb: Workbench, progress: Progress) -> None:
    """Report the progress of a search; a plausible patch at once, in a line that remains."""
    if progress.news and progress.patch:
        report_detail(wb, f"{progress.patch} (Ctrl-C keeps it): {progress.best}", progress.tried)
        return
    found = f", {progress.plausible:,} of them make the tests pass" if progress.plausible else ""
    tried = f"{progress.tried:,} candidates tried in {progress.seconds:.0f} s"
    report_detail(wb, f"searching: {tried}{found}; now at {progress.place}", progress.tried)


def progress_reporter(wb: Workbench, clock: Callable[[], float] = time.monotonic) -> OnProgress:
    """Return a function that reports the progress of long work once a second and for each new item."""
    last = ("", 0.0)

    def report(advance: WorkProgress) -> None:
        nonlocal last
        if advance.what != last[0] or clock() - last[1] >= NOTED_EVERY:
            last = advance.what, clock()
            report_detail(wb, advance.describe())

    return report


def counting_tests(wb: Workbench, what: str) -> Callable[[int, int], None]:
    """Report that the project's tests run; return the callback (`on_test` of `run_suite`) for each ended test."""
    on_progress = progress_reporter(wb)
    on_progress(WorkProgress(what))
    return progress_counter(on_progress, what)


def report_detail(wb: Workbench, detail: str, tried: int = 0) -> None:
    """Report the current work to the listeners, and in a file for other processes."""
    _tell(wb, detail)
    if detail:
        _note(wb.mirror.folder / NOW, {"detail": detail, "tried": tried, "at": time.time()})


def _tell(wb: Workbench, detail: str) -> None:
    tell(list(_latest.get(wb.session_id, [])), detail)


def note(wb: Workbench, text: str) -> None:
    """Report a text that remains on screen; the current work stays what it was."""
    _tell(wb, f"{NOTE}{text}")


def _note(place: Path, noted: dict[str, Any]) -> None:
    """Write to the session's cache folder, which is removed with the run. The file is optional: errors are ignored."""
    if noted["tried"] and noted["at"] - _noted_at.get(place, 0.0) < NOTED_EVERY:
        return
    _noted_at[place] = noted["at"]
    with contextlib.suppress(OSError):
        place.write_text(json.dumps(noted), encoding="utf-8")


def noted(project: Project, session_id: SessionId) -> dict[str, Any]:
    """Return the last report of a session's run: `detail`, candidates `tried` in this search, and the time (`at`).

    Empty if there is none.
    """
    with contextlib.suppress(OSError, ValueError):
        found = json.loads((mirror_folder(project, session_id) / NOW).read_bytes())
        if isinstance(found, dict):
            return found
    return {}


def progress_items(store: SessionStore) -> list[ProgressItem]:
    """Return the list, built from the session's files."""
    record = store.session()
    ended = record.status not in ("planning", "active")
    phase = _PHASE_WHERE_ENDED.get(record.status, "blocked") if ended else "in_progress"
    tasks = sorted(store.tasks(), key=lambda task: (_BEFORE.get(task.meta.type, 0), task.id))
    before = _planning_items(store)
    if any(item.status != "completed" for item in before) and not ended:
        return [*before, ProgressItem("Phase 5: test and fix", "pending", 0)]
    ahead = [task.status for task in tasks if _comes_before(task) and task.status in ("pending", "in_progress")]
    planned_only = record.status == "planning" and bool(ahead) and "in_progress" not in ahead
    items = [*before, ProgressItem("Phase 5: test and fix", "pending" if planned_only else phase, 0)]
    items += [ProgressItem(_task_title(task), task.status, 1) for task in tasks if _comes_before(task)]
    cycle: TaskStatus = "pending" if ahead and not ended else phase
    items.append(ProgressItem(f"{FIX_TASK}: fix what fails, one iteration after another", cycle, 1))
    state, results = store.state(), store.results()
    if state is None or results is None:
        measuring = "measure the baseline: run all tests before anything is changed"
        return [*items, ProgressItem(measuring, phase, 2)]
    items.append(ProgressItem(f"baseline measured (pass: {format_rate(first_rate(state, results))}%)", "completed", 2))
    known = {task.id: task for task in tasks}
    came_to = _attempt_results(store.history().attempts)
    items += [item for one in state.iterations for item in _iteration_items(one, known, came_to)]
    between = all(one.completed_at is not None for one in state.iterations)
    if cycle == "in_progress" and between and results.failures:
        items.append(ProgressItem(next_iteration(store, state, results), "pending", 2))
    return items


_PHASE_WHERE_ENDED: dict[str, TaskStatus] = {"completed": "completed", "paused": "pending"}
# The phases before the cycle, each with the file that marks it as done.
PLANNING = (
    ("Phase 1: session", "workflow-session.json"),
    ("Phase 2: context package", ".process/*context-package.json"),
    ("Phase 3: test analysis", ".process/TEST_ANALYSIS_RESULTS.md"),
    ("Phase 4: tasks", "IMPL_PLAN.md"),
)


# The types of tasks before the cycle, in order: the gates check the output of all generation tasks.
_BEFORE = {"test-gen": 0, "code-validation": 1, "test-quality-review": 2}


def _planning_items(store: SessionStore) -> list[ProgressItem]:
    """Return phases 1 to 4 of a session that has them; the first unfinished one is in progress.

    A session with a given plan has none, whatever files it holds.
    """
    if store.session().kind != "run" or store.session().plan_given:
        return []
    done = [any(store.folder.glob(pattern)) for _title, pattern in PLANNING]
    now = done.index(False) if False in done else len(done)
    return [ProgressItem(title, _phase_status(at, now), 0) for at, (title, _pattern) in enumerate(PLANNING)]


def _phase_status(phase: int, now: int) -> TaskStatus:
    if phase == now:
        return "in_progress"
    return "completed" if phase < now else "pending"


def _comes_before(task: Task) -> bool:
    """Whether a task is test generation or one of its gates."""
    return task.meta.type in _BEFORE


def _task_title(task: Task) -> str:
    """Return id, title, and for a blocked task the first unmet acceptance command."""
    why = _unmet(task) if task.status == "blocked" else []
    return f"{task.id}: {task.title}".removesuffix(": ") + (f" - not met so far: {why[0]}" if why else "")


def _unmet(task: Task) -> list[str]:
    from testfix_pipeline.steps.session.acceptance_commands import unmet  # it takes half a second to import

    return unmet(task)


def _iteration_items(
    one: IterationRecord, tasks: Mapping[str, Task], came_to: Mapping[str, str]
) -> Iterator[ProgressItem]:
    """Yield the line of an iteration, then a line for each of its fix tasks with its result."""
    title = one.title or ", ".join(one.fix_tasks)
    rate = one.pass_rate if one.pass_rate_after is None else one.pass_rate_after
    status: TaskStatus = "in_progress" if one.completed_at is None else "completed"
    result = f" - {one.result.replace('_', ' ')}" if one.result and one.result != "landed" else ""
    yield ProgressItem(iteration_title(one.iteration, title, rate, one.strategy) + result, status, 2)
    for task_id in one.fix_tasks:
        task = tasks.get(task_id)
        words = f"{task_id}: {task.title}" if task and task.title not in ("", title) else task_id
        said = f" - {came_to[task_id]}" if task_id in came_to else ""
        yield ProgressItem(words + said, task.status if task else status, 3)


def _attempt_results(attempts: Sequence[Attempt]) -> dict[str, str]:
    """Return the results of the attempts at each task in a few words: its own, then the one around it."""
    found: dict[str, str] = {}
    for one in sorted(attempts, key=lambda one: bool(one.derived_from)):
        said = "rolled back" if one.rolled_back else one.result.replace("_", " ")
        origin = one.derived_from
        found[origin or one.task_id] = f"{found.get(origin, '')}; around it: {said}" if origin else said
    return found
