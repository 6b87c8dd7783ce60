"""A home whose runs are in PostgreSQL: a whole `fix` on a real server, and what is said where that can't be used."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline.core.shipped_files import shipped
from testfix_pipeline.defs.runs.event_storage import CachedEventLog
from testfix_pipeline.defs.runs.job_runner import instance
from testfix_pipeline.workspace.instance_files import INSTANCE_FILE
from testfix_pipeline_tests.cycle.projects import GOOD, fix
from testfix_pipeline_tests.dagster_server import free_port
from testfix_pipeline_tests.postgres_server import Postgres

SCHEME = "postgresql+psycopg2"


def write_settings(home: Path, **storage: Any) -> None:
    settings = yaml.safe_load(shipped(INSTANCE_FILE).read_text())
    (home / INSTANCE_FILE).write_text(yaml.safe_dump({**settings, "storage": storage}))


def database(server: Postgres, **changed: Any) -> dict[str, Any]:
    where = {"hostname": "127.0.0.1", "port": server.port, "db_name": "postgres"}
    who = {"username": server.user, "password": server.password}
    return {"postgres_db": {"scheme": SCHEME, **where, **who, **changed}}


def test_a_scheme_without_an_installed_driver_is_explained(instance_home: Path) -> None:
    pytest.importorskip("dagster_postgres", reason="the extra `postgres` is not installed")
    write_settings(instance_home, postgres={"postgres_url": "postgresql://u:p@127.0.0.1:1/d"})
    with pytest.raises(InvalidConfig) as refused, instance():
        pass
    assert "without a driver" in refused.value.what
    assert f"Write `scheme: {SCHEME}`" in refused.value.next_step


@pytest.mark.parametrize(
    ("storage", "sentence"),
    [
        (
            {"custom": {"module": "no_such_storage", "class": "One", "config": {}}},
            "names no_such_storage, which is not",
        ),
        ({"postgres": {"postgres_db": {"shceme": SCHEME}}}, "has settings that Dagster refuses: "),
        ({"postgres": {"postgres_url": "no address"}}, "can't be used: Could not parse SQLAlchemy URL"),
    ],
    ids=["module", "settings", "url"],
)
def test_settings_that_can_not_be_used_are_named(instance_home: Path, storage: dict[str, Any], sentence: str) -> None:
    write_settings(instance_home, **storage)
    with pytest.raises(InvalidConfig) as refused, instance():
        pass
    assert str(instance_home / INSTANCE_FILE) in refused.value.what and sentence in refused.value.what


def test_settings_that_are_no_yaml_are_named(instance_home: Path) -> None:
    (instance_home / INSTANCE_FILE).write_text("storage: [")
    with pytest.raises(InvalidConfig, match=r"dagster\.yaml is not valid YAML: .* line 1"), instance():
        pass


@pytest.mark.database
def test_a_fix_is_kept_in_the_database(
    server: Postgres, calc: Callable[..., Any], script: Callable[..., str], launched: Callable[..., Any],
    instance_home: Path, tmp_path: Path,
) -> None:  # fmt: skip
    write_settings(instance_home, postgres=database(server))
    run = launched("fix", calc("add"), agents=[script({"*": fix(GOOD)})])
    assert run.end.success, run.end.error
    assert run.metadata("cycle.i01.settle")["pass_rate"] == 100.0
    assert server.ask("select status from runs") == "SUCCESS"
    assert int(server.ask("select count(*) from event_logs")) >= len(run.events)
    assert not (instance_home / ".dagster" / "storage" / "history").exists(), "nothing is in SQLite"
    command = [sys.executable, "-m", "dagster", "run", "list"]
    listed = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert run.end.run_id in listed.stdout
    with instance() as opened:
        assert not isinstance(opened.event_log_storage, CachedEventLog)
        (partition,) = opened.get_dynamic_partitions("test_session")
        assert partition.endswith(run.record.tags["testfix/session"])


@pytest.mark.database
@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"password": "guessed"}, 'password authentication failed for user "testfix"'),
        ({"db_name": "nowhere"}, 'database "nowhere" does not exist'),
        ({"port": free_port()}, "Connection refused"),
    ],
    ids=["password", "database", "port"],
)
def test_a_database_that_refuses_is_named(server, instance_home, changed, reason) -> None:
    write_settings(instance_home, postgres=database(server, **changed))
    with pytest.raises(InvalidConfig) as refused, instance():
        pass
    assert refused.value.what.startswith(f"The database that {instance_home / INSTANCE_FILE} names can't be used: ")
    assert reason in refused.value.what
    assert server.password not in str(refused.value) and "guessed" not in str(refused.value)
