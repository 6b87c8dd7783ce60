"""What earlier sessions of a project have to teach."""

from testfix_pipeline.core.records import Attempt, SessionRecord
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.workspace.sessions.landed_fixes import landed_before
from testfix_pipeline.workspace.sessions.store import SessionStore


def session(repo, name: str, day: int, *results: str) -> None:
    store = SessionStore(repo.root, SessionId(name))
    store.create(SessionRecord(session_id=name, created_at=f"2026-01-{day:02}T00:00:00+00:00"))
    for number, result in enumerate(results):
        store.append_attempt(Attempt(iteration=number, task_id=f"{name}-{number}", strategy="surgical", result=result))


def test_the_fixes_that_landed_come_oldest_first_from_all_other_sessions(repo):
    session(repo, "WFS-test-b", 2, "landed", "nothing_found", "landed")
    session(repo, "WFS-test-a", 1, "refused", "landed")
    session(repo, "WFS-test-now", 3, "landed")
    found = landed_before(repo.root, "WFS-test-now")
    assert [attempt.task_id for attempt in found] == ["WFS-test-a-1", "WFS-test-b-0", "WFS-test-b-2"]


def test_a_damaged_history_and_a_project_without_sessions_teach_nothing(repo):
    assert landed_before(repo.root) == []
    session(repo, "WFS-test-a", 1, "landed")
    repo.write(".workflow/active/WFS-test-a/.process/fix-history.json", "{")
    assert landed_before(repo.root) == []
