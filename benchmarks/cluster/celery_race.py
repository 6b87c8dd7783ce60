"""Sessions on workers of Celery whose processes, broker, database and run are killed at random, until they are done.

A run that does not survive it is gone on with by `resume`, as `resume_interrupted` does. Workers have homes and mount
namespaces of their own, in which the project is not there; they share a git remote, Redis and PostgreSQL.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import dagster as dg
import psutil
import yaml

from benchmarks.cluster.outcome import MAIL, Row, differences, expected_story, project, row, script
from benchmarks.cluster.races import seen
from benchmarks.cluster.silence import MOST_S, Silence, silence
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.defs.runs.celery_settings import BROKER, VISIBILITY
from testfix_pipeline.defs.runs.job_runner import instance
from testfix_pipeline.defs.session.cycle_graph import POOL
from testfix_pipeline.workspace.shared.leases import LEASE_VARIABLE
from testfix_pipeline_tests.celery_cluster import (
    Broker,
    broker,
    kill_group,
    most_attempts_at_once,
    own_machine,
    start,
    worker_command,
)
from testfix_pipeline_tests.postgres_server import Postgres, postgres

# How often each is killed or restarted: a pool's process, a whole worker, the run, the broker, the database.
WEIGHTS = {"child": 6, "worker": 4, "run": 1, "broker": 1, "database": 1}
# Seconds after which a session counts as stuck; runs that may be needed for one.
STUCK_S, MOST_RUNS = 3000.0, 60
LEASE_S, VISIBILITY_S = 3, 20


@dataclass
class Cluster:
    """The processes, and what was killed of them."""

    folder: Path
    server: Postgres
    queue: Broker
    chance: random.Random
    hidden: Path
    quiet: Silence
    instance: dg.DagsterInstance
    workers: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)
    struck: Counter[str] = field(default_factory=Counter)

    def launch(self, job: str, name: str, **settings: Any) -> subprocess.Popen[bytes]:
        """The process of a run; its log has its number."""
        file = self.folder / f"{name}.yaml"
        file.write_text(yaml.safe_dump({"project": str(self.hidden), "executor": "celery", **settings}))
        command = ["job", "execute", "-m", "testfix_pipeline.definitions", "-j", job, "-c", str(file)]
        return start([sys.executable, "-m", "dagster", *command], self.folder / f"{name}.log", self.folder)

    def start_worker(self, name: str) -> None:
        folder = self.folder / name
        variables = own_machine(folder, self.server)
        self.workers[name] = start(worker_command(folder, self.hidden), folder / "worker.log", folder, variables)

    def strike(self, run: subprocess.Popen[bytes]) -> None:
        """Kill or restart one of them."""
        kind = self.chance.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
        name = self.chance.choice(sorted(self.workers))
        if kind == "database":
            self.server.restart()
        elif kind == "broker":
            self.queue.restart()
        elif kind == "run":
            kill_group(run)
        elif kind == "worker" or not self._kill_child(self.workers[name]):
            kind = "worker"
            pids = _processes(self.workers[name])
            kill_group(self.workers[name])
            self.quiet.note_killed(pids)
            self.start_worker(name)
        self.struck[kind] += 1

    def _kill_child(self, worker: subprocess.Popen[bytes]) -> bool:
        """Kill the process of a worker's pool, which carries out the steps; whether there was one."""
        with suppress(psutil.NoSuchProcess):
            children = psutil.Process(worker.pid).children()
            for child in children[:1]:
                child.kill()
                self.quiet.note_killed({child.pid})
            return bool(children)
        return False


def _processes(process: subprocess.Popen[bytes]) -> set[int]:
    """A process and all that it has started."""
    with suppress(psutil.NoSuchProcess):
        return {process.pid, *(child.pid for child in psutil.Process(process.pid).children(recursive=True))}
    return {process.pid}


def celery_race(folder: Path, seed: int, workers: int, kills: int, limit: int = 0) -> Row:
    """One session after another, until so many were killed; one where none is to be.

    limit: of the pool of attempts, without kills: Dagster's daemon, which frees the places of dead runs, is not here.
    """
    began, answers = time.monotonic(), script(folder)
    place = project(folder / "project")
    wanted = expected_story(folder / "alone", answers)
    total = {"attempts": 0, "lost": 0, "twice": 0, "stuck": 0}
    wrong: list[str] = []
    runs = sessions = 0
    with _cluster(folder, random.Random(seed), place, workers, limit) as cluster:
        quiet = cluster.quiet
        while not sessions or (cluster.struck.total() < kills and not total["stuck"]):
            session = SessionId(f"WFS-proof-{sessions}")
            needed, is_over = _session(cluster, session, answers, kills)
            sessions, runs = sessions + 1, runs + needed
            total["stuck"] += not is_over
            found = row(place, folder / "remote.git", session)
            for name in ("attempts", "lost", "twice"):
                total[name] += found[name]
            wrong += differences(place, session, wanted)
        note = f"{sessions} sessions, {runs - sessions} resumed; " + ", ".join(
            f"{number} {kind}" for kind, number in sorted(cluster.struck.items())
        )
        killed, at_once = cluster.struck.total(), most_attempts_at_once(cluster.instance) if limit else 0
    total["stuck"] += quiet.longest_s > MOST_S
    if limit:
        note = f"at most {at_once} attempts at a time, limit of their pool {limit}"
        wrong += [note] if not 0 < at_once <= limit else []
    seconds = time.monotonic() - began
    return {"kind": "celery", "workers": workers, "kills": killed, **total, **seen(quiet, LEASE_S),
            "seconds": seconds, "wrong": wrong, "note": note}  # fmt: skip


def _session(cluster: Cluster, session: SessionId, answers: str, kills: int) -> tuple[int, bool]:
    """Carry one out, whatever is killed; the runs that it took, and whether it came to its end."""
    remote = str(cluster.folder / "remote.git")
    run = cluster.launch("fix", f"{session}-run-1", remote=remote, session_id=session, agents=[answers], workers=4)
    number, latest = 1, time.monotonic() + STUCK_S
    strike_at = time.monotonic() + cluster.chance.uniform(5, 15)
    while time.monotonic() < latest and number <= MOST_RUNS:
        with suppress(subprocess.TimeoutExpired):
            if run.wait(0.5) == 0:
                return number, True
            number += 1
            run = _next_run(cluster, session, number, remote, answers)
        if time.monotonic() > strike_at and cluster.struck.total() < kills:
            cluster.strike(run)
            strike_at = time.monotonic() + cluster.chance.uniform(2, 9)
    kill_group(run)
    return number, False


def _next_run(cluster: Cluster, session: SessionId, number: int, remote: str, answers: str) -> subprocess.Popen[bytes]:
    """Go on with a session; one that no run has opened yet is started once more."""
    name = f"{session}-run-{number}"
    if _is_shared(Path(remote), session):
        return cluster.launch("resume", name, session_id=session, workers=4)
    return cluster.launch("fix", name, remote=remote, session_id=session, agents=[answers], workers=4)


def _is_shared(remote: Path, session: SessionId) -> bool:
    ref = f"refs/testfix/{session}/state"
    return subprocess.run(["git", "rev-parse", "-q", "--verify", ref], cwd=remote, capture_output=True).returncode == 0


@contextmanager
def _cluster(folder: Path, chance: random.Random, hidden: Path, workers: int, limit: int) -> Iterator[Cluster]:
    """Servers and workers that run until the block ends; this process is a machine that launches."""
    subprocess.run(["git", "init", "-q", "--bare", str(folder / "remote.git")], check=True)
    before = dict(os.environ)
    with ExitStack() as stack:
        stack.callback(_restore, before)
        server, queue = stack.enter_context(postgres()), stack.enter_context(broker(folder))
        os.environ.update(own_machine(folder / "launching", server))
        os.environ.update({BROKER: queue.address, VISIBILITY: str(VISIBILITY_S), LEASE_VARIABLE: str(LEASE_S)})
        (folder / "launching" / "home" / ".gitconfig").write_text(f"[user]\n\tname = Ada\n\temail = {MAIL}\n")
        opened = stack.enter_context(instance())
        if limit:
            opened.event_log_storage.set_concurrency_slots(POOL, limit)
        quiet = stack.enter_context(silence(folder / "remote.git"))
        cluster = Cluster(folder, server, queue, chance, hidden, quiet, opened)
        stack.callback(_end, cluster)
        for number in range(workers):
            cluster.start_worker(f"worker-{number}")
        yield cluster


def _restore(before: dict[str, str]) -> None:
    os.environ.clear()
    os.environ.update(before)


def _end(cluster: Cluster) -> None:
    for worker in cluster.workers.values():
        kill_group(worker)
