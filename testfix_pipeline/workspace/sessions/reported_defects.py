"""The defects of tests that agents report, kept with a session: one file each, so that no lock is needed."""

from __future__ import annotations

import contextlib
import hashlib

from pydantic import ValidationError

from testfix_pipeline.core.defect_records import ReportedDefect
from testfix_pipeline.core.errors import UsageError
from testfix_pipeline.workspace.files.redaction import redacted_text
from testfix_pipeline.workspace.sessions.store import SessionStore

FOLDER = ".process/reported-defects"
MOST, MOST_TESTS, MOST_WORDS = 100, 50, 4000
"""The number of reports of a session, of tests in one, and of characters of its reason."""


def add_defect(store: SessionStore, defect: ReportedDefect) -> ReportedDefect:
    """Store a report with its session, without secrets and shortened; the same report once. Returns it as stored.

    Raises UsageError if the session has MOST reports.
    """
    kept = defect.model_copy(
        update={"tests": defect.tests[:MOST_TESTS], "why": redacted_text(defect.why)[:MOST_WORDS].strip()}
    )
    content = "\n".join([kept.kind, *sorted(kept.tests), kept.why, kept.by])
    name = hashlib.sha256(content.encode("utf-8", "backslashreplace")).hexdigest()[:16]
    if not store.path(f"{FOLDER}/{name}.json").exists() and len(reported_defects(store)) >= MOST:
        raise UsageError(f"The session has {MOST} reported defects already.", "Read them first: `testfix review`.")
    store.write_text(f"{FOLDER}/{name}.json", kept.model_dump_json(indent=1))
    return kept


def reported_defects(store: SessionStore) -> list[ReportedDefect]:
    """Return the stored reports in the order of their time; damaged ones are left out."""
    found = []
    for path in sorted(store.path(FOLDER).glob("*.json")):
        with contextlib.suppress(OSError, ValidationError):
            found.append(ReportedDefect.model_validate_json(path.read_bytes()))
    return sorted(found, key=lambda one: one.at)
