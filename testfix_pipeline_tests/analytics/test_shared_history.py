"""The history of one writer on a location of fsspec, read by many."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import dagster as dg
import fsspec
import pandas as pd
import pytest

from testfix_pipeline.analytics.history import shared_history
from testfix_pipeline.analytics.history.history_store import History
from testfix_pipeline.analytics.history.history_tables import Tables
from testfix_pipeline.analytics.history.shared_history import (
    MANIFEST,
    fetch_history,
    publish_history,
    read_manifest,
    writer_name,
)
from testfix_pipeline.analytics.tables.schema import SOURCES
from testfix_pipeline.cli.views import history_view
from testfix_pipeline.core.errors import InvalidConfig, UsageError
from testfix_pipeline.defs.history.history_assets import shared_history as asset
from testfix_pipeline.workspace.files.shared_location import Location
from testfix_pipeline_tests.analytics.stories import EPOCH, Story

EMPTY = {"format": 1, "schema": 1, "version": 1, "writer": "", "gone": {}}
NOW = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAGSTER_HOME", str(tmp_path))


@pytest.fixture(params=["memory", "local"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    yield "memory://bucket/history" if request.param == "memory" else str(tmp_path / "shared")
    memory = fsspec.filesystem("memory")
    if memory.exists("/bucket"):
        memory.rm("/bucket", recursive=True)


@pytest.fixture
def history(tmp_path: Path) -> History:
    """Three sessions of two projects on two days."""
    made = History(tmp_path / "history")
    for number, (project, days) in enumerate([("shop", 0), ("ledger", 0), ("shop", 1)]):
        story = Story(tmp_path / project, f"WFS-test-{number}", EPOCH + timedelta(days=days)).opened()
        story.baseline(a="passed", b="failed")
        story.planned("IMPL-fix-1")
        story.attempted("IMPL-fix-1", target_tests=["b"], newly_passing=["b"])
        story.settled("IMPL-fix-1", after={"a": "passed", "b": "passed"}).finished()
        made.append(story.frames())
    return made


def same(one: History, other: History) -> None:
    for table in SOURCES:
        left, right = one.read(table), other.read(table)
        order = [name for name in ("session_key", "iteration", "step", "test", "task_id") if name in left]
        pd.testing.assert_frame_equal(
            left.sort_values(order, ignore_index=True), right.sort_values(order, ignore_index=True)
        )


def test_what_is_read_is_what_was_written(history: History, url: str, tmp_path: Path) -> None:
    done = publish_history(history, url, "one", NOW)
    assert (done.version, done.days, done.written) == (1, ("2026-01-01", "2026-01-02"), 2 * len(SOURCES))
    reader = fetch_history(url, tmp_path / "reader")
    same(history, reader)
    assert len(Tables(reader).whole("pass_rate_trend")) == len(Tables(history).whole("pass_rate_trend")) > 0
    assert len(list((tmp_path / "reader" / "sessions").glob("*.parquet"))) == 2


def test_only_days_that_changed_are_written_and_old_files_go_later(history: History, url: str, tmp_path: Path) -> None:
    publish_history(history, url, "one", NOW)
    assert publish_history(history, url, "one", NOW).days == ()
    fetch_history(url, tmp_path / "reader")
    story = Story(tmp_path / "forum", "WFS-test-9", EPOCH + timedelta(days=1, hours=5)).opened()
    story.baseline(a="failed").finished()
    history.append(story.frames())
    done = publish_history(history, url, "one", NOW)
    assert (done.version, done.days, done.removed) == (2, ("2026-01-02",), 0)
    assert 0 < done.written <= len(SOURCES)
    old = list(read_manifest(Location(url)).gone)
    assert old and all(Location(url).read(path) for path in old)
    same(history, fetch_history(url, tmp_path / "reader"))
    later = publish_history(history, url, "one", NOW + timedelta(days=2))
    assert (later.version, later.removed, later.days) == (3, len(old), ())
    assert not any(Location(url).read(path) for path in old)
    same(history, fetch_history(url, tmp_path / "reader"))


def test_packed_sessions_are_published_too(history: History, url: str, tmp_path: Path) -> None:
    history._pack([path.stem for path in history._files("sessions")])
    publish_history(history, url, "one", NOW)
    same(history, fetch_history(url, tmp_path / "reader"))


def test_a_second_writer_is_refused(history: History, url: str) -> None:
    publish_history(history, url, "one", NOW)
    with pytest.raises(UsageError, match="written by 'one', and this is 'two'"):
        publish_history(history, url, "two", NOW)


def test_a_writer_that_died_before_the_manifest_leaves_the_last_version(history, url, tmp_path) -> None:
    publish_history(history, url, "one", NOW)
    before = History(tmp_path / "history").read_all()
    Location(url).write("sessions/day=2026-01-09/0123456789abcdef.parquet", b"half")
    assert fetch_history(url, tmp_path / "reader").read_all().keys() == before.keys()
    same(history, fetch_history(url, tmp_path / "reader"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"format": 1}',
        '{"format": 1, "schema": 1, "version": 1, "writer": "", "days": [], "gone": {}}x',
        json.dumps(
            {**EMPTY, "days": {"d": {"files": {"sessions": "../x"}}}}
        ),
    ],
)  # fmt: skip
def test_a_manifest_that_is_damaged_is_named(url: str, text: str) -> None:
    Location(url).write(MANIFEST, text.encode())
    with pytest.raises(InvalidConfig, match="can't be read"):
        fetch_history(url)


def test_a_later_version_is_named(url: str) -> None:
    Location(url).write(MANIFEST, b'{"format": 99, "schema": 1}')
    with pytest.raises(InvalidConfig, match="later version"):
        fetch_history(url)


def test_a_file_that_is_missing_is_named(history: History, url: str, tmp_path: Path) -> None:
    publish_history(history, url, "one", NOW)
    Location(url).remove([next(iter(read_manifest(Location(url)).files()))])
    with pytest.raises(InvalidConfig, match="are missing"):
        fetch_history(url, tmp_path / "reader")


def test_bad_locations_are_errors_without_passwords(tmp_path: Path) -> None:
    with pytest.raises(InvalidConfig, match="no history at"):
        fetch_history("memory://nothing")
    with pytest.raises(InvalidConfig, match=r"can't be used|not installed") as caught:
        fetch_history("nosuch://me:secret@host/x")
    assert "secret" not in str(caught.value)
    file = tmp_path / "file"
    file.write_text("x")
    with pytest.raises(InvalidConfig, match="can't be used"):
        publish_history(History(tmp_path / "history"), f"{file}/below", "one", NOW)


def test_a_home_keeps_its_name_as_a_writer(monkeypatch: pytest.MonkeyPatch) -> None:
    assert writer_name() == writer_name() != ""
    monkeypatch.setenv(shared_history.WRITER, "central")
    assert writer_name() == "central"


def test_the_asset_publishes_and_another_home_reads(history, tmp_path, monkeypatch) -> None:
    shared = str(tmp_path / "shared")
    published = asset_metadata()
    assert "is not set" in published["published"]
    monkeypatch.setenv(shared_history.SHARED, shared)
    assert asset_metadata()["version"] == 1
    monkeypatch.setenv("DAGSTER_HOME", str(tmp_path / "other"))
    assert history_view.show(None, "sessions", at=shared)["sessions_known"] == 3
    page = Path(history_view.report(None, "", tmp_path / "page.html", shared)).read_text()
    assert "WFS-test-2" in page
    for refused in (
        lambda: history_view.show(None, "", at=shared, rebuild=True),
        lambda: history_view.report(None, "WFS-test-2", None, shared),
    ):
        with pytest.raises(UsageError, match=r"--at|rebuilt"):
            refused()


def asset_metadata() -> dict[str, Any]:
    (made,) = [one for one in [asset()] if isinstance(one, dg.MaterializeResult)]
    return dict(made.metadata or {})
