"""Which changes of a session's status are allowed."""

from __future__ import annotations

from testfix_pipeline.core.errors import UsageError
from testfix_pipeline.core.records import RunOutcome, SessionStatus

ARROWS: dict[SessionStatus, frozenset[SessionStatus]] = {
    "planning": frozenset({"active", "failed"}),
    "active": frozenset({"completed", "blocked", "failed", "paused"}),
    "paused": frozenset({"active"}),
    "blocked": frozenset({"active"}),
    "failed": frozenset({"active"}),
    "completed": frozenset(),
}

EXIT_CODES: dict[RunOutcome, int] = {"success": 0, "partial": 0, "blocked": 1, "paused": 1, "error": 2}


def check_transition(old: SessionStatus, new: SessionStatus) -> None:
    """Raise UsageError unless the change of status is allowed; an unchanged status always is."""
    if old != new and new not in ARROWS[old]:
        raise UsageError(
            f"A session that is {old} can't become {new}.",
            "Start a new session."
            if old == "completed"
            else "Continue it with `testfix resume`, or start a new session with `testfix fix`.",
        )
