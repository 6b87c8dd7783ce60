"""A fix on two workers of Celery that share neither home nor project, but a git remote and a database."""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import pytest
import yaml

from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.defs.runs.celery_settings import BROKER, VISIBILITY
from testfix_pipeline.defs.runs.job_runner import instance
from testfix_pipeline.defs.session.cycle_graph import POOL
from testfix_pipeline.workspace.sessions.store import SessionStore
from testfix_pipeline.workspace.shared.leases import LEASE_VARIABLE
from testfix_pipeline_tests.celery_cluster import most_attempts_at_once, own_machine, redis, until, worker
from testfix_pipeline_tests.cycle.projects import GOOD, fix
from testfix_pipeline_tests.dagster_server import PATIENCE_S
from testfix_pipeline_tests.postgres_server import Postgres

pytestmark = pytest.mark.database
EXAMPLES = Path(__file__).parents[2] / "examples"
BRANCH = "testfix/WFS-one"
LONG_S = 5 * PATIENCE_S  # a whole run of a dozen processes, each of which imports everything


@dataclass
class Machine:
    """What one worker has of its own, and its process once it runs."""

    folder: Path
    variables: dict[str, str]
    process: psutil.Process | None = None


@pytest.fixture
def machine(server: Postgres, tmp_path: Path) -> Callable[[str], Machine]:
    """Make the home, cache and instance of a machine; all have one database."""
    return lambda name: Machine(tmp_path / name, own_machine(tmp_path / name, server))


@pytest.fixture
def cluster(machine, tmp_path, monkeypatch) -> Iterator[Callable[[Path], Any]]:
    """Call with a project that no worker sees: two of them. We are a third machine, which launches."""
    pytest.importorskip("dagster_celery", reason="the extra `celery` is not installed")
    for variable, value in machine("launching").variables.items():
        monkeypatch.setenv(variable, value)
    monkeypatch.setenv(LEASE_VARIABLE, "3")
    monkeypatch.setenv(VISIBILITY, "20")
    subprocess.run(["git", "config", "--global", "user.name", "Ada"], check=True)
    subprocess.run(["git", "config", "--global", "user.email", "ada@example.org"], check=True)
    with ExitStack() as stack, redis(tmp_path) as address, instance():
        monkeypatch.setenv(BROKER, address)

        def start(hidden: Path) -> list[Machine]:
            machines = [machine("one"), machine("other")]
            for each in machines:
                each.process = stack.enter_context(worker(each.folder, each.variables, hidden))
            return machines

        yield start


def launch(folder: Path, project: Path, **settings: Any) -> subprocess.Popen[bytes]:
    """The process of `fix` on a project, through the remote `remote.git` in the folder."""
    subprocess.run(["git", "init", "-q", "--bare", str(folder / "remote.git")], check=True)
    shared = {"executor": "celery", "remote": str(folder / "remote.git"), "session_id": "WFS-one", "workers": 2}
    (folder / "run.yaml").write_text(yaml.safe_dump({"project": str(project), **shared, **settings}))
    job = ["job", "execute", "-m", "testfix_pipeline.definitions", "-j", "fix", "-c", str(folder / "run.yaml")]
    with (folder / "run.log").open("wb") as log:
        return subprocess.Popen([sys.executable, "-m", "dagster", *job], cwd=folder, stdout=log, stderr=log)


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def records(remote: Path) -> dict[str, dict[str, Any]]:
    """The records of the session's attempts by key."""
    rows = git(remote, "for-each-ref", "--format=%(refname)%09%(contents)%00", "refs/testfix/WFS-one/attempts/")
    found = (row.strip().partition("\t") for row in rows.split("\0") if row.strip())
    return {name.rpartition("/")[2]: json.loads(body) for name, _, body in found}


def bundled(folder: Path, name: str) -> Path:
    """A bundled broken project as a repository of its own."""
    shutil.copytree(EXAMPLES / name, folder / name)
    git(folder / name, "init", "-q", "-b", "main")
    git(folder / name, "add", "-A")
    git(folder / name, "commit", "-q", "-m", "first")
    return folder / name


def result_of(project: Path) -> tuple[Any, ...]:
    """What a session came to, whoever worked on it."""
    store = SessionStore(project, SessionId("WFS-one"))
    state, session = store.state(), store.session()
    assert state is not None
    fixes = [(one.task_id, one.result, one.patch) for one in store.history().attempts]
    tree = [row for row in git(project, "ls-tree", "-r", BRANCH).splitlines() if "\t.workflow/" not in row]
    return session.status, session.outcome, [(one.strategy, one.result) for one in state.iterations], fixes, tree


def test_two_machines_come_to_what_one_comes_to(cluster: Any, tmp_path: Path) -> None:
    project = bundled(tmp_path, "ledger")
    alone = shutil.copytree(project, tmp_path / "alone" / "ledger")
    machines = cluster(project)
    run = launch(tmp_path, project, agents=["builtin"])
    assert run.wait(LONG_S) == 0, (tmp_path / "run.log").read_text()[-4000:]
    command = [sys.executable, "-m", "testfix_pipeline.cli", "fix", "--project", str(alone), "--agents", "builtin"]
    subprocess.run(command, check=True, capture_output=True)
    (found,) = (alone / ".workflow" / "archives").glob("WFS-*")
    git(alone, "branch", BRANCH, f"testfix/{found.name}")
    found.rename(found.with_name("WFS-one"))
    assert result_of(project) == result_of(alone)
    assert all((each.folder / "cache" / "shared").is_dir() for each in machines[:1])
    with instance() as opened:
        assert opened.get_runs()[0].tags["testfix/outcome"] == "success"


def test_a_machine_that_is_killed_in_an_attempt_loses_that_attempts_time(cluster, calc, script, tmp_path) -> None:
    project = calc("add", "half", "shout", "last").root
    wrong, right = fix(GOOD.replace("a + b", "a * b")), fix(GOOD)
    answers = script({"IMPL-fix-1": wrong, "IMPL-fix-2": wrong, "*": right})
    machines = cluster(project)
    run = launch(tmp_path, project, agents=[answers])
    log, remote = tmp_path / "run.log", tmp_path / "remote.git"
    leased: list[tuple[str, int]] = []

    def is_leased() -> bool:
        found = [(key, one["worker"]) for key, one in records(remote).items() if one["state"] == "leased"]
        leased.extend((key, process_of(worker)) for key, worker in found)
        return bool(leased)

    until(is_leased, run, log)
    (victim,) = [each for each in machines if each.process is not None and holds(each.process, leased[0][1])]
    os.killpg(victim.process.pid, signal.SIGKILL)
    assert run.wait(LONG_S) == 0, log.read_text()[-4000:]
    store = SessionStore(project, SessionId("WFS-one"))
    assert store.session().outcome == "success"
    assert git(project, "show", f"{BRANCH}:calc.py") == GOOD.strip()
    assert {one["state"] for one in records(remote).values()} == {"landed"}
    landings = [line for line in git(project, "log", "--format=%s", BRANCH).splitlines() if "iteration" in line]
    assert len(landings) == len(set(landings))
    attempts = [one.task_id for one in store.history().attempts]
    assert len(attempts) == len(set(attempts)) == len(records(remote))
    key, killed = leased[0]
    assert process_of(records(remote)[key]["worker"]) != killed, "another one took the attempt over"


def test_two_machines_keep_to_the_limit_of_the_pool(cluster, calc, script, tmp_path) -> None:
    project = calc("add", "half", "shout", "last").root
    wrong, right = fix(GOOD.replace("a + b", "a * b")), fix(GOOD)
    answers = script({"IMPL-fix-1": wrong, "IMPL-fix-2": wrong, "*": right})
    cluster(project)
    with instance() as opened:
        opened.event_log_storage.set_concurrency_slots(POOL, 1)
    run = launch(tmp_path, project, agents=[answers])
    assert run.wait(LONG_S) == 0, (tmp_path / "run.log").read_text()[-4000:]
    with instance() as opened:
        at_once = most_attempts_at_once(opened)
        opened.event_log_storage.delete_concurrency_limit(POOL)
    assert at_once == 1 and len(records(tmp_path / "remote.git")) > 3, "an iteration had several attempts"


def process_of(worker: str) -> int:
    """The process of a worker, which a record names as host and process."""
    return int(worker.split()[1])


def holds(process: psutil.Process, pid: int) -> bool:
    """Whether a process is another one or has started it."""
    return pid == process.pid or pid in [child.pid for child in process.children(recursive=True)]
