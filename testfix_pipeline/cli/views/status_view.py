"""`testfix status` and `testfix sessions list|show`: the state of sessions, printed once or followed."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from testfix_pipeline.core.cycle_rules.budget import DEFAULT_CALLS, DEFAULT_MONEY, DEFAULT_SECONDS, DEFAULT_TOKENS
from testfix_pipeline.core.cycle_rules.results import first_rate, format_rate
from testfix_pipeline.core.identifiers import check_session_id
from testfix_pipeline.core.iteration_records import IterationState
from testfix_pipeline.core.progress import ProgressItem, render_lines
from testfix_pipeline.core.records import SessionRecord, SuiteResults
from testfix_pipeline.workspace.git.repository import Project
from testfix_pipeline.workspace.sessions.session_ids import require_known, session_folder
from testfix_pipeline.workspace.sessions.session_lock import owner_of
from testfix_pipeline.workspace.sessions.session_lookup import is_test_session, list_sessions
from testfix_pipeline.workspace.sessions.store import SessionStore
from testfix_pipeline.workspace.shared.shared_sessions import shared_sessions

Found = dict[str, Any]
LIMITS = {"seconds": DEFAULT_SECONDS, "calls": DEFAULT_CALLS, "tokens": DEFAULT_TOKENS, "money": DEFAULT_MONEY}
OPEN = ("planning", "active")
SHOWN = 10


def status(place: Path, session: str) -> Found:
    """Return the sessions of a project, newest first; with `session`, that one with its progress and result."""
    project = Project.open(place)
    if not session:
        rows = [_row(record, _owner(project, record)) for record in list_sessions(project.root)]
        return {"project": str(project.root), "sessions": rows}
    from testfix_pipeline.steps.session.progress_list import noted  # imported late: a list of sessions needs no steps

    session_id = check_session_id(session)
    require_known(session_id, session_folder(project.root, session_id))
    store = SessionStore(project.root, session_id)
    owner = owner_of(store) or ""
    return _one(store, {"project": str(project.root)}, owner, noted(project, session_id) if owner else {})


def shared_status(url: str, session: str) -> Found:
    """Return the sessions in a git remote in the form of `status`, wherever they were opened."""
    with shared_sessions(url, check_session_id(session) if session else None) as shared:
        if not session:
            return {"remote": url, "sessions": [_row(one.record, one.owner) for one in shared.found]}
        (one,) = shared.found
        return _one(SessionStore(shared.root, one.session_id), {"remote": url}, one.owner, {})


def _owner(project: Project, record: SessionRecord) -> str:
    return (owner_of(SessionStore(project.root, record.session_id)) if record.status in OPEN else None) or ""


def running(place: Path) -> str:
    """Return the only session of the project that a run works on; "" if there is none, or several."""
    project = Project.open(place)
    found = [row["session_id"] for row in status(project.root, "")["sessions"] if row["worked_on_by"]]
    return str(found[0]) if len(found) == 1 else ""


def following(place: Path, session: str, every: float) -> Iterator[Found]:
    """Yield the state of the session every `every` seconds until no run works on it; the last state is its end."""
    while True:
        found = status(place, session)
        yield found
        if not found["worked_on_by"]:
            return
        time.sleep(every)


def _row(record: SessionRecord, owner: str) -> Found:
    notes = [_abandoned(record, owner), record.note, record.outcome_reason, record.error, _other_workflow(record)]
    return {
        "session_id": record.session_id,
        "status": record.status,
        "created_at": record.created_at,
        "branch": record.branch,
        "worked_on_by": owner,
        "note": next((note for note in notes if note), ""),
    }


def _abandoned(record: SessionRecord, owner: str) -> str:
    """Return what continues an active session that nobody works on; "" of others, and of those of a remote."""
    is_left = record.status == "active" and not owner and not record.remote and not _other_workflow(record)
    return "No run works on it: if it was killed, `testfix resume` continues it." if is_left else ""


def _one(store: SessionStore, where: Found, owner: str, now: Found) -> Found:
    from testfix_pipeline.steps.session.progress_list import progress_items

    record, results, state = store.session(), store.results(), store.state()
    items = _tasks(store) if _other_workflow(record) else progress_items(store)
    tried = sum(one.candidates_tried for one in store.history().attempts)
    return {
        **where,
        "session_id": store.session_id,
        "status": record.status,
        "worked_on_by": owner,
        "branch": record.branch,
        "error": _abandoned(record, owner) or _error(record) or _other_workflow(record),
        "next_step": record.next_step if record.status == "failed" else "",
        "phase": _phase(items),
        **_cycle(state, results),
        "pass_rate": results.pass_rate if results else None,
        "total": results.total if results else None,
        "remaining_failures": [failure.test for failure in results.failures] if results else [],
        "candidates_tried": tried + int(now.get("tried") or 0),
        "budget": _budget(record, store, state, bool(owner) and "remote" not in where),
        "now": str(now.get("detail") or ""),
        "progress": render_lines(items),
        "recovered": store.recovered,
    }


def _error(record: SessionRecord) -> str:
    """Return why the session failed, without the next step."""
    return record.error.removesuffix(record.next_step).strip()


def _other_workflow(record: SessionRecord) -> str:
    """Return a sentence on a session of another workflow; "" for a test session."""
    ours = is_test_session(record) or not record.workflow_type  # an empty type means an unreadable record
    return "" if ours else f"A session of another workflow ({record.workflow_type}), which is never changed."


def _tasks(store: SessionStore) -> list[ProgressItem]:
    """Return the tasks of another workflow's session, whose phases are unknown here."""
    return [ProgressItem(f"{task.id}: {task.title}".removesuffix(": "), task.status, 0) for task in store.tasks()]


def _phase(items: list[ProgressItem]) -> str:
    """Return the current phase, else the last that began; "" if there is none."""
    if not items:
        return ""
    phases = [item for item in items if item.level == 0]
    at_work = [item for item in phases if item.status == "in_progress"]
    begun = [item for item in phases if item.status != "pending"]
    return (at_work or begun[-1:] or phases)[0].title


def _cycle(state: IterationState | None, results: SuiteResults | None) -> Found:
    """Return the cycle's iteration, strategy, and initial rate."""
    if state is None:
        return {"iteration": 0, "max_iterations": None, "strategy": "", "pass_rate_before": None}
    last = state.iterations[-1] if state.iterations else None
    return {
        "iteration": len(state.iterations),
        "max_iterations": state.max_iterations,
        "strategy": last.strategy if last else "",
        "pass_rate_before": first_rate(state, results) if last and results else None,
    }


def _budget(record: SessionRecord, store: SessionStore, state: IterationState | None, at_work: bool) -> Found:
    """Return the used part of each limit; time counts between steps, too, while a run works on the session."""
    from testfix_pipeline.steps.session.session_clock import read
    from testfix_pipeline.steps.session.spending import used_by

    used = used_by(store, state)
    clock = read(store) if at_work else None
    seconds = clock.now if clock is not None else used.seconds
    now = {"seconds": round(seconds, 1), "calls": used.calls, "tokens": used.tokens, "money": used.money}
    return {name: {"used": now[name], "limit": record.config.get(f"budget_{name}", LIMITS[name])} for name in LIMITS}


def text(found: Found) -> str:
    """Return sessions, or one of them, as plain lines."""
    if "sessions" in found:
        return "\n".join(map(_line, found["sessions"])) or "No sessions yet. Start one with `testfix fix`."
    step = [f"  next: {found['next_step']}"] if found["next_step"] else []
    lines = [headline(found), *([found["error"]] if found["error"] else []), *step, *found["progress"], *figures(found)]
    failing = found["remaining_failures"]
    lines += [f"  still failing: {test}" for test in failing[:SHOWN]]
    lines += [f"  ... and {len(failing) - SHOWN} more" for _ in failing[SHOWN : SHOWN + 1]]
    return "\n".join(lines + [f"recovered: {line}" for line in found["recovered"]])


def _line(row: Found) -> str:
    note = f"worked on by {row['worked_on_by']}" if row["worked_on_by"] else row["note"]
    return f"{row['session_id']:<40} {row['status']:<10} {row['created_at']}  {note}".rstrip()


def headline(found: Found) -> str:
    """Return session, status, pass rate, branch."""
    rate = "not measured"
    if found["pass_rate"] is not None:
        rate = f"{format_rate(found['pass_rate'])}% of {found['total']}"
        if found["pass_rate_before"] is not None:
            rate = f"{format_rate(found['pass_rate_before'])}% → {rate}"
    branch = f", branch {found['branch']}" if found["branch"] else ""
    return f"{found['session_id']}: {found['status']}, pass rate {rate}{branch}"


def figures(found: Found) -> list[str]:
    """Return the cycle's position, its usage, and its latest end."""
    if found["max_iterations"] is None:
        return _at_work(found)
    strategy = f", {found['strategy']}" if found["strategy"] else ""
    lines = [f"cycle       iteration {found['iteration']} of at most {found['max_iterations']}{strategy}; "
             f"{found['candidates_tried']:,} candidates tried"]  # fmt: skip
    return [*lines, f"used        {_used(found['budget'])}", *_at_work(found)]


def _used(budget: Found) -> str:
    parts = [f"{_duration(budget['seconds']['used'])} of {_duration(budget['seconds']['limit'])}"]
    if budget["calls"]["used"]:
        parts += [f"{budget[name]['used']:,} of {budget[name]['limit']:,} {name}" for name in ("calls", "tokens")]
        parts += [f"${budget['money']['used']:.2f} of ${budget['money']['limit']:.2f}"]
    return ", ".join(parts)


def _at_work(found: Found) -> list[str]:
    if not found["worked_on_by"]:
        return []
    lines = [f"run         {found['worked_on_by']}"]
    if found["max_iterations"] is not None:
        left = max(0.0, found["budget"]["seconds"]["limit"] - found["budget"]["seconds"]["used"])
        until = datetime.now().astimezone() + timedelta(seconds=left)
        more = max(0, found["max_iterations"] - found["iteration"])
        lines.append(f"ends        when green; at the latest about {until:%H:%M}, after at most {more} more iterations")
    return [*lines, f"now         {found['now']}"] if found["now"] else lines


def _duration(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"
