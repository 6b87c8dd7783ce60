"""The last session of a project after which every test passed: what was installed then, and which tests there were."""

from __future__ import annotations

import contextlib
from pathlib import Path

from testfix_pipeline.core.errors import PipelineError
from testfix_pipeline.core.records import SuiteResults
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.core.update_records import InstalledVersions
from testfix_pipeline.updates.known_versions import GreenSession
from testfix_pipeline.workspace.sessions import older_forms
from testfix_pipeline.workspace.sessions.session_ids import session_folder
from testfix_pipeline.workspace.sessions.session_lookup import own_sessions
from testfix_pipeline.workspace.sessions.store import RESULTS, load, load_unversioned

VERSIONS = ".process/installed-versions.json"
"""What was installed when a session's baseline was measured."""
MOST_SESSIONS = 50


def last_green(project_root: Path, but: SessionId | None = None) -> GreenSession | None:
    """The newest session that ended green and says what was installed; `but` is left out. None where there is none."""
    for folder in _green(project_root, but):
        installed = load_unversioned(folder / VERSIONS, InstalledVersions)
        if installed is not None and installed.python:
            return GreenSession(SessionId(folder.name), installed)
    return None


def tests_when_green(project_root: Path, but: SessionId | None = None) -> list[str]:
    """The ids of the tests that passed in the newest green session; none where there is none."""
    for folder in _green(project_root, but):
        results = _results(folder)
        if results is not None:
            return sorted(test for test, outcome in results.outcomes.items() if outcome.status == "passed")
    return []


def _green(project_root: Path, but: SessionId | None) -> list[Path]:
    """The folders of the green sessions, newest first; one that can't be found counts as none.

    A partial one without a failure is green: its plan is not fulfilled, or its fix is to be read first.
    """
    found = []
    for record in own_sessions(project_root)[:MOST_SESSIONS]:
        if record.outcome in ("success", "partial") and record.session_id != but:
            with contextlib.suppress(PipelineError):
                folder = session_folder(project_root, record.session_id)
                results = _results(folder) if record.outcome == "partial" else None
                if record.outcome == "success" or (results is not None and not results.failures):
                    found.append(folder)
    return found


def _results(folder: Path) -> SuiteResults | None:
    return load(folder / RESULTS, SuiteResults, older_forms.results_form, SessionId(folder.name))
