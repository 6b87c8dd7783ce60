"""`executor: k8s` with Dagster's own launcher and executor: pods that share a git remote and a database, and no folder.

Only the pod of the run has the project. Every Job goes through the schemas of Kubernetes.
"""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import yaml

from testfix_pipeline.core.shipped_files import shipped
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.defs.runs.job_runner import instance
from testfix_pipeline.workspace.instance_files import INSTANCE_FILE
from testfix_pipeline.workspace.sessions.store import SessionStore
from testfix_pipeline_tests.celery_cluster import until
from testfix_pipeline_tests.cycle.projects import GOOD, fix
from testfix_pipeline_tests.dagster_server import PATIENCE_S
from testfix_pipeline_tests.kubernetes_server import Kubernetes, Pod, kubernetes
from testfix_pipeline_tests.postgres_server import Postgres, postgres

pytest.importorskip("dagster_k8s", reason="the extra `k8s` is not installed")
pytestmark = pytest.mark.database
SECRET, SETTINGS = "testfix-database", "testfix-dagster-instance"
EXAMPLES = Path(__file__).parents[2] / "examples"
LONG_S = 5 * PATIENCE_S  # a dozen pods one after another, each of which imports everything
BRANCH = "testfix/WFS-one"


@dataclass
class Launched:
    """A run on the cluster, and the pod of its Job."""

    cluster: Kubernetes
    run_id: str
    pod: Pod

    def wait(self) -> str:
        """The status of the run once its pod has ended."""
        self.pod.process.wait(LONG_S)
        with instance() as opened:
            run = opened.get_run_by_id(self.run_id)
        assert run is not None
        return str(run.status.value)


Launch = Callable[..., Launched]


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    with postgres() as running:
        yield running


@pytest.fixture
def launch(server: Postgres, instance_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Launch]:
    """Call with a job and its settings: a run of it on a cluster, whose other pods do not see the project."""
    remote, project = tmp_path / "remote.git", tmp_path / "project"
    subprocess.run(["git", "init", "-q", "--bare", str(remote)], check=True)
    monkeypatch.setenv("DAGSTER_PG_PASSWORD", server.password)
    settings = instance_settings(server, instance_home, tmp_path)
    (instance_home / INSTANCE_FILE).write_text(settings)
    secrets = {SECRET: {"postgresql-password": server.password}}
    with ExitStack() as stack:
        stack.enter_context(instance())  # which makes the tables
        maps = {SETTINGS: {INSTANCE_FILE: settings}}
        cluster = stack.enter_context(kubernetes(tmp_path, maps, secrets, [instance_home, project]))

        def start(job: str, **given: Any) -> Launched:
            config = tmp_path / f"{job}.yaml"
            config.write_text(yaml.safe_dump({"session_id": "WFS-one", "executor": "k8s", "workers": 2, **given}))
            volume = {"name": "project", "host_path": {"path": str(project)}}
            mount = {"name": "project", "mount_path": str(project)}
            of_run = {"pod_spec_config": {"volumes": [volume]}, "container_config": {"volume_mounts": [mount]}}
            tags = ["--tags", json.dumps({"dagster-k8s/config": json.dumps(of_run)})]
            options = ["-m", "testfix_pipeline.definitions", "-j", job, "-c", str(config), *tags]
            command = [sys.executable, "-m", "dagster", "job", "launch", *options]
            done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stderr[-4000:]
            with instance() as opened:
                run_id = opened.get_runs(limit=1)[0].run_id
            return Launched(cluster, run_id, cluster.pods[f"dagster-run-{run_id}"])

        yield start


def instance_settings(server: Postgres, place: Path, folder: Path) -> str:
    """The `dagster.yaml` of every pod and of the machine that launches."""
    settings = yaml.safe_load(shipped(INSTANCE_FILE).read_text())
    for name in ("compute_logs", "local_artifact_storage", "concurrency"):
        del settings[name]
    where = {"hostname": "127.0.0.1", "port": server.port, "db_name": "postgres", "scheme": "postgresql+psycopg2"}
    who = {"username": server.user, "password": {"env": "DAGSTER_PG_PASSWORD"}}
    launcher = {
        "job_image": "registry.example.org/testfix:1",
        "dagster_home": str(place),
        "instance_config_map": SETTINGS,
        "postgres_password_secret": SECRET,
        "service_account_name": "testfix-worker",
        "load_incluster_config": False,
        "kubeconfig_file": str(folder / "kubeconfig"),
        "env_vars": ["TESTFIX_LEASE_S=3", "PYTHONWARNINGS=ignore"],
    }
    parts = {
        "storage": {"postgres": {"postgres_db": {**where, **who}}},
        "run_launcher": {"module": "dagster_k8s", "class": "K8sRunLauncher", "config": launcher},
        "run_coordinator": {"module": "dagster._core.run_coordinator", "class": "DefaultRunCoordinator"},
    }
    return yaml.safe_dump({**settings, **parts})


@pytest.fixture
def ledger(repository: Callable[..., Any]) -> Any:
    """A bundled broken project as a repository of its own."""
    repo = repository("project")
    shutil.copytree(EXAMPLES / "ledger", repo.root, dirs_exist_ok=True)
    repo.commit("first")
    with_author(repo)
    return repo


def with_author(repo: Any) -> None:
    """Let its own configuration name the author, which the workers do not have."""
    repo.git("config", "user.name", "Ada")
    repo.git("config", "user.email", "ada@example.org")


def records(remote: Path) -> dict[str, dict[str, Any]]:
    """The records of the session's attempts by key."""
    command = ["git", "for-each-ref", "--format=%(refname)%09%(contents)%00", "refs/testfix/WFS-one/attempts/"]
    rows = subprocess.run(command, cwd=remote, capture_output=True, text=True, check=True).stdout
    found = (row.strip().partition("\t") for row in rows.split("\0") if row.strip())
    return {name.rpartition("/")[2]: json.loads(body) for name, _, body in found}


def test_pods_that_share_neither_home_nor_project_finish_a_fix(launch: Launch, ledger: Any, tmp_path: Path) -> None:
    before = ledger.fingerprint(".workflow/")
    run = launch("fix", project=str(ledger.root), remote=str(tmp_path / "remote.git"), agents=["builtin"])
    assert run.wait() == "SUCCESS", run.pod.log.read_text()[-6000:]
    store = SessionStore(ledger.root, SessionId("WFS-one"))
    assert (store.session().status, store.session().outcome) == ("completed", "success")
    assert ledger.fingerprint(".workflow/") == before
    found = records(tmp_path / "remote.git")
    assert {one["state"] for one in found.values()} == {"landed"} and run.cluster.refused == []
    steps = [pod for pod in run.cluster.every() if pod is not run.pod]
    assert steps and {pod.phase for pod in steps} == {"Succeeded"}
    assert {one["worker"].split()[0] for one in found.values()} <= {pod.name for pod in steps}
    assert not any(list((tmp_path / "pods" / pod.name / "machine" / "project").iterdir()) for pod in steps)


def test_a_deleted_job_and_an_evicted_pod_cost_the_time_of_their_attempt(launch, calc, script, tmp_path) -> None:
    project, remote = calc("add", "half"), tmp_path / "remote.git"
    with_author(project)
    run = launch("fix", project=str(project.root), remote=str(remote), agents=[script({"*": fix(GOOD)})])
    gone: list[str] = []

    def is_leased(number: int) -> bool:
        gone.extend(sorted(leased(remote) - set(gone))[: number - len(gone)])
        return len(gone) == number

    for number, end in enumerate((run.cluster.delete, run.cluster.evict), start=1):
        until(partial(is_leased, number), run.pod.process, run.pod.log, LONG_S)
        end(gone[-1])
    assert run.wait() == "SUCCESS", run.pod.log.read_text()[-6000:]
    store = SessionStore(project.root, SessionId("WFS-one"))
    assert store.session().outcome == "success" and project.git("show", f"{BRANCH}:calc.py") == GOOD
    assert {one["state"] for one in records(remote).values()} == {"landed"}
    landings = [line for line in project.subjects(BRANCH) if "iteration" in line]
    assert len(landings) == len(set(landings)) > 0


def leased(remote: Path) -> set[str]:
    """The pods that have claimed an attempt."""
    return {one["worker"].split()[0] for one in records(remote).values() if one["state"] == "leased"}
