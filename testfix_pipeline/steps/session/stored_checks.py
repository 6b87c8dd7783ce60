"""Reads what became of the project's own checks in a session."""

from __future__ import annotations

from testfix_pipeline.core.check_records import CHECKS_FILE, StoredChecks
from testfix_pipeline.steps.session.step_journal import read_stored
from testfix_pipeline.steps.session.workbench import Workbench


def stored_checks(wb: Workbench) -> StoredChecks:
    """The results of the session's checks as last stored; none if the session was not asked for any."""
    return read_stored(wb, CHECKS_FILE, StoredChecks) or StoredChecks()
