"""The file of nights: read once, followed as it grows, and cut."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from testfix_pipeline.analytics.nightly.nights import by_project, forget_nights, note, read_nights


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DAGSTER_HOME", str(tmp_path))
    return tmp_path / "history" / "nightly.jsonl"


def test_what_is_appended_is_seen_and_adds_to_what_was_there(home: Path) -> None:
    assert read_nights() == []
    note("shop", "n1", verdict="running", started=True, at="2026-03-01T00:00:00+00:00")
    note("shop", "n2", verdict="green")
    assert [one.verdict for one in read_nights()] == ["running", "green"]
    note("shop", "n1", verdict="success", tests_fixed=2)
    first, second = read_nights()
    assert (first.verdict, first.tests_fixed, first.started, second.verdict) == ("success", 2, True, "green")
    assert first.at.startswith("2026-03-01")


def test_a_half_written_line_is_read_once_it_is_whole(home: Path) -> None:
    note("shop", "n1", verdict="green")
    with home.open("a") as stream:
        stream.write('{"project": "shop", "night": "n2", "ver')
    assert len(read_nights()) == 1
    with home.open("a") as stream:
        stream.write('dict": "green"}')
    assert len(read_nights()) == 2
    note("shop", "n3", verdict="green")
    assert [one.night for one in read_nights()] == ["n1", "n2", "n3"]


def test_a_file_that_was_replaced_is_read_from_its_beginning(home: Path) -> None:
    note("shop", "n1", verdict="green")
    read_nights()
    home.write_text('{"project": "ledger", "night": "n1", "verdict": "blocked"}\n' * 3)
    assert [one.project for one in read_nights()] == ["ledger"]
    home.unlink()
    assert read_nights() == []


def test_old_nights_go_but_not_the_latest_of_a_project(home: Path) -> None:
    for project, month in (("shop", 1), ("shop", 2), ("shop", 9), ("quiet", 1)):
        note(project, f"n{month}", verdict="green", reason="ünd", at=f"2026-{month:02d}-01T00:00:00+00:00")
    assert forget_nights(datetime(2026, 6, 1, tzinfo=UTC)) == 2
    found = by_project(read_nights())
    assert {name: [one.night for one in nights] for name, nights in found.items()} == {"shop": ["n9"], "quiet": ["n1"]}
    assert found["quiet"][0].at.startswith("2026-01-01") and found["quiet"][0].reason == "ünd"
    assert forget_nights(datetime(2026, 6, 1, tzinfo=UTC)) == 0
