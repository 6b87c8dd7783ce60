"""`testfix review`: a session's change, and the evidence for and against it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from testfix_pipeline.core.cycle_rules.results import first_rate, format_rate
from testfix_pipeline.core.next_commands import offers
from testfix_pipeline.steps.reports.review_points import (
    acceptance,
    changed_files,
    evidence_of,
    fixes,
    look_first,
    traced,
)
from testfix_pipeline.workspace.delivery.handover import source_patch
from testfix_pipeline.workspace.git.repository import Project
from testfix_pipeline.workspace.sessions.session_lookup import find_session
from testfix_pipeline.workspace.sessions.store import SessionStore

Found = dict[str, Any]
REVIEWED = ("completed", "blocked", "paused", "active")
_MOST_TESTS = 5


def review(place: Path, session: str, *, yes: bool) -> Found:
    """Return all evidence on a session; changes nothing. Raises UnknownSession, UsageError, DamagedState."""
    project = Project.open(place)
    session_id = find_session(project.root, session or None, REVIEWED, yes)
    store = SessionStore(project.root, session_id)
    diff = _diff(project, store)
    seen = evidence_of(store, diff)
    state, results = seen.state, seen.results
    return {
        "session_id": session_id,
        "project": str(project.root),
        "folder": str(store.folder),
        "status": seen.record.status,
        "outcome": seen.record.outcome,
        "reason": seen.record.outcome_reason,
        "review": seen.record.review,
        "branch": seen.record.branch,
        "pass_rate_before": first_rate(state, results) if state and results else None,
        "pass_rate": results.pass_rate if results else None,
        "total": results.total if results else None,
        "checks": [one.model_dump() for one in seen.checks],
        "look_first": look_first(seen),
        "fixes": fixes(seen.attempts),
        "criteria": traced(seen),
        "acceptance": acceptance(seen.tasks),
        "files": changed_files(diff),
        "diff": diff,
    }


def _diff(project: Project, store: SessionStore) -> str:
    """Return the deliverable difference; empty if nothing was measured or the branch is gone."""
    record = store.session()
    tip = project.git.resolve(f"refs/heads/{record.branch}") if record.branch else None
    return source_patch(project, record.baseline_commit, tip) if tip and record.baseline_commit else ""


def text(found: Found) -> str:
    """Return the review as plain lines, the most important points first and the diff last."""
    lines = [_headline(found), *([found["reason"]] if found["reason"] else [])]
    first = [f"{number}. {line}" for number, line in enumerate(found["look_first"], 1)]
    lines += _section("Look at first", first or ["Nothing stands out; read the diff."])
    lines += _section("Fixes", [line for fix in found["fixes"] for line in _fix(fix)])
    lines += _section("Criteria", [line for row in found["criteria"] for line in _criterion(row)])
    lines += _section("Acceptance", [_accepted(row) for row in found["acceptance"]])
    lines += ["", "Diff", *(found["diff"].splitlines() or ["  none: no source file is changed"]), ""]
    return "\n".join([*lines, *offers(found["session_id"], found["project"], bool(found["diff"]))[1:]])


def _headline(found: Found) -> str:
    rate = "not measured"
    if found["pass_rate"] is not None:
        rate = (
            f"{format_rate(found['pass_rate_before'])}% → {format_rate(found['pass_rate'])}% of {found['total']} tests"
        )
    asked = ", marked for review" if found["review"] else ""
    return f"{found['session_id']}: {found['outcome'] or found['status']}{asked}, {rate}, branch {found['branch']}"


def _section(title: str, lines: Sequence[str]) -> list[str]:
    return ["", title, *(f"  {line}" for line in lines)] if lines else []


def _fix(fix: Found) -> Iterator[str]:
    sure = f"confidence {fix['confidence']:.2f}" if fix["confidence"] else "no confidence given"
    yield f"{fix['task_id']} ({fix['strategy']}, {fix['tool']}, {sure}) {fix['commit'][:12]}: {fix['change']}"
    yield from (f"  against it: {doubt}" for doubt in fix["doubts"])
    yield from (f"  now passes: {test}" for test in fix["tests"][:_MOST_TESTS])
    if fix["tests"][_MOST_TESTS:]:
        yield f"  and {len(fix['tests']) - _MOST_TESTS} more"


def _criterion(row: Found) -> Iterator[str]:
    wanted = f" [{', '.join(row['requirements'])}]" if row["requirements"] else ""
    yield f"{row['id']} {row['verdict']}: {row['text']}{wanted}"
    for one in row["tests"][:_MOST_TESTS]:
        fixed = f", fixed by {one['fixed_by']}" if one["fixed_by"] else ""
        yield f"  {one['status']}: {one['test']} ({one['how']}{fixed})"


def _accepted(row: Found) -> str:
    mark = {True: "met", False: "NOT MET"}.get(row["passed"], "not run")
    return f"{mark}: {row['task']} `{row['command']}`: {row['how']}"
