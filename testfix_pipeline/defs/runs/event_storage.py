"""Dagster's SQLite storage with one database engine and connection per file instead of one per event.

Dagster's own storage makes an engine for each event, so that every statement is compiled again: half of the CPU time
that a run of `fix` spends on its 180 events. The files are the same as Dagster's own.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import yaml
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from dagster._core.storage import sql
from dagster._core.storage.event_log.sqlite.sqlite_event_log import SqliteEventLogStorage
from dagster._core.storage.sqlite_storage import DagsterSqliteStorage
from dagster._serdes import ConfigurableClassData
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import QueuePool

# How long a writer waits for another one; Dagster's own value (`SQLITE_BUSY_TIMEOUT_SECONDS`).
BUSY_TIMEOUT_S = 30


_read: dict[str | None, ScriptDirectory] = {}


class KnownScripts(ScriptDirectory):
    """Dagster's migrations, read once per process; Dagster reads all of them twice for each run's event file."""

    @classmethod
    def from_config(cls, config: Config) -> ScriptDirectory:
        location = config.get_main_option("script_location")
        if location not in _read:
            _read[location] = ScriptDirectory.from_config(config)
        return _read[location]


for module in (sql, command):
    module.ScriptDirectory = KnownScripts  # type: ignore[attr-defined]


class CachedEventLog(SqliteEventLogStorage):
    """The event log, with one engine for each run's file."""

    def __init__(self, base_dir: str, inst_data: ConfigurableClassData | None = None) -> None:
        self._engines: dict[str, Engine] = {}
        super().__init__(base_dir, inst_data)

    @contextmanager
    def _connect(self, shard: str) -> Iterator[Connection]:
        with self._db_lock:
            # the engine of one file. Its pool opens a new connection in a forked process
            if shard not in self._engines:
                settings = {"timeout": BUSY_TIMEOUT_S}
                made = create_engine(self.conn_string_for_shard(shard), poolclass=QueuePool, connect_args=settings)
                event.listen(made, "connect", _without_waiting_for_the_disk)
                self._engines[shard] = made
            engine = self._engines[shard]
            if shard not in self._initialized_dbs:
                self._initdb(engine)
                self._initialized_dbs.add(shard)
            with engine.connect() as connection, connection.begin():
                yield connection

    def dispose(self) -> None:
        super().dispose()
        for engine in self._engines.values():
            engine.dispose()
        self._engines.clear()


def _without_waiting_for_the_disk(connection: object, _record: object) -> None:
    """Turn off syncing: a killed process loses nothing, and after a power failure the journal decides."""
    connection.execute("PRAGMA synchronous=NORMAL")  # type: ignore[attr-defined]


class CachedSqliteStorage(DagsterSqliteStorage):
    """Dagster's SQLite storage with `CachedEventLog` as its event log."""

    def __init__(self, base_dir: str, inst_data: ConfigurableClassData | None = None) -> None:
        super().__init__(base_dir, inst_data)
        self._event_log_storage = CachedEventLog(self._event_log_storage._base_dir)

    @classmethod
    def from_config_value(
        cls, inst_data: ConfigurableClassData | None, config_value: Mapping[str, Any]
    ) -> "CachedSqliteStorage":
        return cls.from_local(inst_data=inst_data, **config_value)


def cached_storage(settings_file: Path) -> dict[str, object]:
    """Return overrides with this storage for an instance with SQLite in its `dagster.yaml`; none otherwise.

    Raises OSError if the file can't be read.
    """
    settings = yaml.safe_load(settings_file.read_text(encoding="utf-8"))
    storage = settings.get("storage") if isinstance(settings, dict) else None
    if not isinstance(storage, dict) or set(storage) != {"sqlite"}:
        return {}
    custom = {"module": __name__, "class": CachedSqliteStorage.__name__, "config": storage["sqlite"]}
    return {"storage": {"custom": custom}}
