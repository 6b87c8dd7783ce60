"""Events written with a kept engine are what Dagster's own storage reads, and only SQLite homes get it."""

import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import dagster as dg
import pytest
from alembic.script import Script, ScriptDirectory
from sqlalchemy import event

from testfix_pipeline.defs.runs.event_storage import CachedEventLog, cached_storage
from testfix_pipeline.defs.runs.job_runner import instance
from testfix_pipeline.workspace.instance_files import INSTANCE_FILE


@dg.op
def said(context: dg.OpExecutionContext) -> int:
    context.log.info("said")
    return 1


@dg.job
def saying() -> None:
    said()


def test_a_run_opens_one_connection_for_each_file(instance_home: Path) -> None:
    opened: list[str] = []
    with instance() as home:
        log = home.event_log_storage
        assert isinstance(log, CachedEventLog)
        first = saying.execute_in_process(instance=home)
        for shard, engine in log._engines.items():
            event.listen(engine, "connect", lambda *_, shard=shard: opened.append(shard))
        saying.execute_in_process(instance=home)
    assert first.success
    assert "index" not in opened


def test_the_migrations_are_loaded_once_a_process(instance_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[ScriptDirectory] = []
    load = ScriptDirectory._load_revisions

    def counted(self: ScriptDirectory) -> Iterator[Script]:
        loaded.append(self)
        yield from load(self)

    monkeypatch.setattr(ScriptDirectory, "_load_revisions", counted)
    with instance() as home:
        runs = [saying.execute_in_process(instance=home) for _ in range(2)]
        assert all(one.success for one in runs)
    assert len(loaded) <= 1
    with sqlite3.connect(instance_home / ".dagster/storage/history/runs" / f"{runs[0].run_id}.db") as file:
        ((stamped,),) = file.execute("select version_num from alembic_version").fetchall()
    assert stamped == loaded[0].as_revision_number("head") if loaded else stamped


def test_dagsters_own_storage_reads_the_events(instance_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with instance() as home:
        run_id = saying.execute_in_process(instance=home).run_id
        written = len(home.all_logs(run_id))
    monkeypatch.chdir(instance_home)
    with dg.DagsterInstance.get() as plain:
        assert not isinstance(plain.event_log_storage, CachedEventLog)
        assert [one.user_message for one in plain.all_logs(run_id)].count("said") == 1
        assert len(plain.all_logs(run_id)) == written


def test_a_forked_process_opens_a_connection_of_its_own(instance_home: Path) -> None:
    with instance() as home:
        run_id = saying.execute_in_process(instance=home).run_id
        child = os.fork()
        if not child:
            os._exit(0 if home.all_logs(run_id) else 1)
        assert os.waitpid(child, 0)[1] == 0
        assert home.all_logs(run_id)


@pytest.mark.parametrize(
    "settings",
    [
        "storage:\n  postgres:\n    postgres_url: postgresql://somewhere\n",
        "telemetry:\n  enabled: false\n",
        "",
        "- a\n",
    ],
    ids=["postgres", "no storage", "empty", "no mapping"],
)
def test_other_storages_stay_as_they_are(tmp_path: Path, settings: str) -> None:
    (tmp_path / INSTANCE_FILE).write_text(settings)
    assert cached_storage(tmp_path / INSTANCE_FILE) == {}
