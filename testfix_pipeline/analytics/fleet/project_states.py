"""The state of each project, from its nights and its sessions: red, waiting for a person, green; and since when."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

import pandas as pd

from testfix_pipeline.analytics.nightly.nights import Night
from testfix_pipeline.core.identifiers import project_option
from testfix_pipeline.core.moments import read_moment

State = Literal["broken", "red", "waiting", "green", "unknown"]
# In the order of urgency.
STATES: tuple[State, ...] = ("broken", "red", "waiting", "unknown", "green")
SESSION_COLUMNS = [
    *("project", "project_path", "session_id", "created_at", "outcome", "delivered", "branch", "tests_fixed"),
    *("seconds", "money"),
]
_GREEN = ("success", "partial", "green")
_UNDECIDED = ("running", "busy", "missed", "")
_TAKEN = ("applied", "merged", "deleted")


@dataclass(frozen=True)
class LastLook:
    """An observation of a project at one moment, and its cost."""

    at: str
    state: State | None
    next: str = ""
    tests_fixed: int = 0
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    money: float = 0.0


@dataclass(frozen=True)
class ProjectState:
    """The present state of a project. `since`: when it began; `waits`: what a person has to do, if anything.

    tests_fixed, seconds, cpu_seconds, money: of the requested days; seconds of wall time, US dollars.
    """

    project: str
    state: State
    since: str = ""
    looked_at: str = ""
    waits: str = ""
    tests_fixed: int = 0
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    money: float = 0.0


def project_state(project: str, looks: Iterable[LastLook], oldest: datetime) -> ProjectState:
    """Return the state of a project by its observations; costs are summed from `oldest` on."""
    ordered = sorted(looks, key=lambda look: look.at)
    decided = [look for look in ordered if look.state is not None]
    lately = [look for look in ordered if (moment := read_moment(look.at)) is not None and moment >= oldest]
    costs = {
        "tests_fixed": sum(look.tests_fixed for look in lately),
        "seconds": sum(look.seconds for look in lately),
        "cpu_seconds": sum(look.cpu_seconds for look in lately),
        "money": sum(look.money for look in lately),
    }
    looked_at = ordered[-1].at if ordered else ""
    if not decided:
        return ProjectState(project, "unknown", looked_at=looked_at, **costs)  # type: ignore[arg-type]
    last = decided[-1]
    assert last.state is not None
    since = last.at
    for look in reversed(decided):
        if look.state != last.state:
            break
        since = look.at
    waits = last.next if last.state != "green" else ""
    return ProjectState(project, last.state, since, looked_at, waits, **costs)  # type: ignore[arg-type]


def looks_of_nights(nights: Iterable[Night], delivered: Mapping[str, str]) -> list[LastLook]:
    """Return the observations in nights. delivered: the branch status of sessions, by their ids."""
    return [
        LastLook(
            night.at, _state(night.verdict, bool(night.branch), delivered.get(night.session_id, "")), night.next,
            night.tests_fixed, night.seconds, night.cpu_seconds, night.money,
        )
        for night in nights
    ]  # fmt: skip


def looks_of_sessions(rows: Iterable[Mapping[str, Any]], known: Iterable[str]) -> list[LastLook]:
    """Return the observations in the history's sessions, without those `known` from nights; without CPU time."""
    left_out = set(known)
    found = []
    for row in rows:
        if row["session_id"] in left_out or pd.isna(row["created_at"]):
            continue
        fixed = 0 if pd.isna(row["tests_fixed"]) else int(row["tests_fixed"])
        state = _state(str(row["outcome"]), fixed > 0, str(row["delivered"]))
        waits = f"testfix apply --session {row['session_id']} {project_option(row['project_path'])}"
        step = waits if state == "waiting" else f"testfix status --session {row['session_id']}"
        found.append(
            LastLook(
                row["created_at"].isoformat(), state, step, fixed, _number(row["seconds"]), 0.0, _number(row["money"])
            )
        )
    return found


def _state(verdict: str, holds_fixes: bool, delivered: str) -> State | None:
    """Return the state that a verdict stands for; None if it decides nothing."""
    if verdict in _UNDECIDED:
        return None
    if verdict == "waiting" or (verdict in _GREEN and holds_fixes):
        return "green" if delivered in _TAKEN else "waiting"
    return "green" if verdict in _GREEN else "red"


def _number(value: Any) -> float:
    return 0.0 if pd.isna(value) else float(value)


def in_order(states: Iterable[ProjectState]) -> Sequence[ProjectState]:
    """Return the projects that need people first; of one state the longest first."""
    return sorted(states, key=lambda one: (STATES.index(one.state), one.since, one.project))
