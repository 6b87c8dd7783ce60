"""Adopts a test session that another tool began, in the documents' own JSON form.

Such a session has no branch, project or baseline, and its journal may hold counts that we have not measured. Its tasks
and documents are used as they are. Its journal moves to `.process/earlier/`; its iterations still count, and the
project is measured again.
"""

from __future__ import annotations

from pathlib import Path

from testfix_pipeline.core.cycle_rules.task_queue import FIX_TYPES, OPEN
from testfix_pipeline.core.iteration_records import IterationRecord, IterationState
from testfix_pipeline.core.records import Attempt, SessionRecord
from testfix_pipeline.workspace.files.atomic import make_folder, sync_folder
from testfix_pipeline.workspace.git.repository import Project
from testfix_pipeline.workspace.sessions import older_forms
from testfix_pipeline.workspace.sessions.store import ATTEMPTS, JOURNAL, STATE, SessionStore, load

EARLIER = ".process/earlier"
REASON = "Carried out by another tool before this session was taken up; the baseline has what it changed."


def adopt_record(project: Project, store: SessionStore, record: SessionRecord) -> SessionRecord:
    """Return the record with the fields that a cycle needs, and set its journal aside. May be repeated."""
    _set_journal_aside(store)
    journal = store.path(EARLIER) / Path(STATE).name
    state = load(journal, IterationState, older_forms.state_form, store.session_id)
    if state is not None:
        _carry_over(store, state)
    said = [f"{journal} can't be read: the iterations before do not count."] if journal.exists() and not state else []
    said += _set_open_fixes_aside(store)
    given = any(task.meta.type == "test-gen" for task in store.tasks())
    update = {
        "session_id": store.session_id,
        "project": str(project.root),
        "branch": f"testfix/{store.session_id}",
        "kind": "run" if given else record.kind,
        "plan_given": given,
        "recovered": said,
    }
    return record.model_copy(update=update)


def _set_journal_aside(store: SessionStore) -> None:
    """Move the other tool's journal, so that it is readable and not taken for our measurement."""
    aside = store.path(EARLIER)
    make_folder(aside)
    for path in (store.path(name) for name in JOURNAL):
        if path.exists() and not (aside / path.name).exists():
            path.rename(aside / path.name)
    sync_folder(aside)


def _set_open_fixes_aside(store: SessionStore) -> list[str]:
    """Move fix tasks that were not carried out: a new analysis may plan others under the same names."""
    waiting = [task for task in store.tasks() if task.meta.type in FIX_TYPES and task.status in OPEN]
    for task in waiting:
        path = store.path(f".task/{task.id}.json")
        if path.exists():
            path.rename(store.path(EARLIER) / path.name)
    names = [path.stem for path in sorted(store.path(EARLIER).glob("IMPL-fix-*.json"))]
    return [f"{name} was planned by another tool and not carried out; it is kept in {EARLIER}." for name in names]


def _carry_over(store: SessionStore, state: IterationState) -> None:
    """Store its iterations as closed ones and its fix tasks as attempts, so that the cycle continues after them."""
    closed = [_close_iteration(record) for record in state.iterations]
    for record in closed:
        for task_id in record.fix_tasks:
            attempt = Attempt(
                iteration=record.iteration,
                task_id=task_id,
                strategy=record.strategy,
                tool=record.tool or "another tool",
                pass_rate_before=record.pass_rate,
                result="left_out",
                reason=REASON,
                carried_over=True,
            )
            store.write_sealed(f"{ATTEMPTS}/{task_id}.json", attempt)
            store.append_attempt(attempt)
    update = {"session_id": store.session_id, "iterations": closed, "measured": False, "next_action": "retest"}
    store.save_state(state.model_copy(update={**update, "current_task": "IMPL-002", "status": "active"}))


def _close_iteration(record: IterationRecord) -> IterationRecord:
    update = {
        "fix_tasks": record.fix_tasks or [f"IMPL-fix-{record.iteration}"],
        "completed_at": record.completed_at or record.started_at,
        "result": record.result or "not recorded",
        "carried_over": True,
    }
    return record.model_copy(update=update)
