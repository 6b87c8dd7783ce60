"""Follow-up issues: their ids, their titles, and what a torn file or two writers do to them."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.core.errors import ProjectError, UnknownSession, UsageError
from testfix_pipeline.core.records import SessionRecord
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.workspace.sessions.follow_up_issues import DIMENSIONS, expand
from testfix_pipeline.workspace.sessions.store import SessionStore

DAY = date(2026, 3, 1)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    make(tmp_path, "WFS-test-a", description="# Parser\n\nCover its error paths.")
    return tmp_path


def make(root: Path, name: str, **fields: Any) -> None:
    SessionStore(root, SessionId(name)).create(
        SessionRecord.model_validate({"session_id": name, "project": str(root)} | fields)
    )


def rows(root: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (root / ".workflow/issues.jsonl").read_text().splitlines()]


def test_each_dimension_becomes_an_issue_in_the_order_asked(root):
    ids = expand(root, "WFS-test-a", ["doc", "test"], today=DAY)
    assert ids == ["ISS-20260301-001", "ISS-20260301-002"]
    assert [(row["id"], row["title"], row["session_id"]) for row in rows(root)] == [
        *((ids[0], "Parser - doc", "WFS-test-a"), (ids[1], "Parser - test", "WFS-test-a"))
    ]


def test_an_issue_has_a_body_with_the_result_and_what_is_left_open(root):
    store = SessionStore(root, SessionId("WFS-test-a"))
    points = [{"kind": "criterion", "what": "AC-1", "why": "nothing covers it"}]
    result = {"reason": "All 3 tests pass.", "shortfalls": points, "remaining_failures": ["test_a.py::test_b"]}
    store.write_text(".process/session-result.json", json.dumps(result))
    make(root, "WFS-test-bare", description="", outcome_reason="It was stopped.")
    expand(root, "WFS-test-a", ["test"], today=DAY), expand(root, "WFS-test-bare", ["doc"], today=DAY)
    said = "All 3 tests pass.\n- criterion AC-1: nothing covers it\n- fails: test_a.py::test_b"
    assert [row["body"] for row in rows(root)] == [f"# Parser\n\nCover its error paths.\n\n{said}", "It was stopped."]


def test_a_second_time_writes_only_what_is_new(root):
    first = expand(root, "WFS-test-a", ["test"], today=DAY)
    again = expand(root, "WFS-test-a", DIMENSIONS, today=date(2026, 3, 2))
    assert again == [*first, "ISS-20260302-001", "ISS-20260302-002", "ISS-20260302-003"]
    assert [row["dimension"] for row in rows(root)] == list(DIMENSIONS)


def test_ids_go_on_from_the_highest_of_the_day_also_in_torn_lines(root):
    path = root / ".workflow/issues.jsonl"
    path.write_bytes(b'{"id": "ISS-20260301-007", "title": "another tool"}\n\xff\n{"id": "ISS-20260301-041", "tit')
    assert expand(root, "WFS-test-a", ["test"], today=DAY) == ["ISS-20260301-042"]
    lines = path.read_bytes().splitlines()
    assert len(lines) == 4 and json.loads(lines[-1])["id"] == "ISS-20260301-042"


def test_a_thousandth_issue_of_a_day_gets_an_id_too(root):
    (root / ".workflow/issues.jsonl").write_text('{"id": "ISS-20260301-999"}\n')
    assert expand(root, "WFS-test-a", ["test"], today=DAY) == ["ISS-20260301-1000"]


def test_writers_at_once_never_share_an_id(root):
    for number in range(6):
        make(root, f"WFS-test-{number}")
    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(lambda number: expand(root, f"WFS-test-{number}", DIMENSIONS, today=DAY), range(6)))
    ids = [one for ids in found for one in ids]
    assert len(set(ids)) == 24 == len(rows(root))


def test_a_session_without_a_description_is_named_by_what_it_came_to(root):
    make(root, "WFS-test-b", outcome_reason="All 37 tests pass on a full run.")
    expand(root, "WFS-test-b", ["refactor"], today=DAY)
    assert rows(root)[0]["title"] == f"Test-fix of {root.name}: All 37 tests pass on a full run - refactor"


def test_a_long_description_is_cut(root):
    make(root, "WFS-test-b", description="长" * 5000)
    expand(root, "WFS-test-b", ["test"], today=DAY)
    assert rows(root)[0]["title"] == "长" * 117 + "... - test"


def test_the_date_is_todays_in_utc_where_none_is_given(root):
    days = {datetime.now(UTC).strftime("%Y%m%d")}
    (made,) = expand(root, "WFS-test-a", ["test"])
    days.add(datetime.now(UTC).strftime("%Y%m%d"))
    found = re.fullmatch(r"ISS-(\d{8})-001", made)
    assert found and found[1] in days


def test_what_is_wrong_is_said_and_nothing_written(root):
    with pytest.raises(UsageError, match=r"no dimension 'tests'\. Did you mean test\?"):
        expand(root, "WFS-test-a", ["doc", "tests"])
    with pytest.raises(UsageError, match="No dimension is named"):
        expand(root, "WFS-test-a", [])
    with pytest.raises(UnknownSession, match="WFS-test-none"):
        expand(root, "WFS-test-none", ["doc"])
    assert not (root / ".workflow/issues.jsonl").exists()


def test_a_file_that_leads_out_of_the_project_is_not_written(root, tmp_path_factory):
    outside = tmp_path_factory.mktemp("elsewhere") / "issues.jsonl"
    (root / ".workflow/issues.jsonl").symlink_to(outside)
    with pytest.raises(ProjectError, match="leads out of"):
        expand(root, "WFS-test-a", ["doc"])
    assert not outside.exists()
