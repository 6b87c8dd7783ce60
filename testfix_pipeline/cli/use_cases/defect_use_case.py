"""`testfix report-defect` without parsing: keeps the report with a session, prints it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from testfix_pipeline.core.cycle_rules.contradictory_tests import contradictory_tests
from testfix_pipeline.core.defect_records import DefectKind, ReportedDefect
from testfix_pipeline.core.errors import UsageError
from testfix_pipeline.core.identifiers import check_session_id
from testfix_pipeline.core.test_ids import SessionId, TestId
from testfix_pipeline.core.visible_text import visible
from testfix_pipeline.execution.project_files import read_text
from testfix_pipeline.workspace.git.repository import Project
from testfix_pipeline.workspace.sessions.reported_defects import add_defect
from testfix_pipeline.workspace.sessions.session_lookup import own_sessions, require_test_session
from testfix_pipeline.workspace.sessions.store import SessionStore


def report(
    project_path: Path, session: str, why: str, tests: Sequence[str], kind: DefectKind, by: str, *, as_json: bool
) -> None:
    """Keep a report with the session, the newest one without a name. Raises UsageError, UnknownSession."""
    if not why.strip():
        raise UsageError("The report gives no reason.", "Say why no program can satisfy the tests.")
    project = Project.open(project_path)
    store = _store(project, session)
    results = store.results()
    outcomes = results.outcomes if results is not None else {}
    unknown = [test for test in tests if outcomes and TestId(test) not in outcomes]
    if unknown:
        raise UsageError(f"There is no test {unknown[0]!r} in {store.session_id}.", "Give ids as the session has them.")
    found = contradictory_tests(outcomes, lambda file: read_text(project.root / file))
    confirmed = list(dict.fromkeys(found[TestId(test)] for test in tests if TestId(test) in found))
    kept = add_defect(store, ReportedDefect(kind=kind, tests=list(tests), why=why, by=by, confirmed=confirmed))
    answer = {"session_id": store.session_id, "recorded": True, **kept.model_dump()}
    print(json.dumps(answer, ensure_ascii=False) if as_json else visible(f"{store.session_id}: {kept.describe()}"))


def _store(project: Project, session: str) -> SessionStore:
    if session:
        require_test_session(project.root, check_session_id(session))
        return SessionStore(project.root, SessionId(session))
    known = own_sessions(project.root)
    if not known:
        raise UsageError("There is no session that could keep the report.", "Run `testfix fix` first.")
    return SessionStore(project.root, known[0].session_id)
