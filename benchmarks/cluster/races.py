"""Races of worker processes over one git remote, killed at random by SIGKILL, and what became of their attempts."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.cluster import claim_worker
from benchmarks.repair.cache import ROOT
from testfix_pipeline import cycle
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.steps.session.sharing import bring_home, share
from testfix_pipeline.workspace.git.publication import branch_ref
from testfix_pipeline.workspace.sessions.store import SessionStore
from testfix_pipeline.workspace.shared.attempt_claims import LANDED, attempts_prefix
from testfix_pipeline.workspace.shared.remote import Remote
from testfix_pipeline_tests.cycle.projects import GOOD, analyses, calc_files, fix

Row = dict[str, Any]
SESSION = SessionId("WFS-proof")
# Seconds without an end after which a race counts as stuck; seconds of a lease and between two kills.
STUCK_S, LEASE_S = 600.0, 2.0


def claims_race(folder: Path, seed: int, workers: int, kills: int, attempts: int) -> Row:
    """Workers on attempts that only wait: many kills in little time."""
    remote = Remote(claim_worker.local(folder / "boot.git"), str(folder / "remote.git"))
    claim_worker.local(folder / "remote.git")
    keys = [f"{number:04d}" for number in range(attempts)]
    claims = claim_worker.opened(remote, SESSION, keys, LEASE_S)
    command = [sys.executable, "-m", "benchmarks.cluster.claim_worker", str(folder / "remote.git")]

    def start(name: str) -> subprocess.Popen[bytes]:
        arguments = [*command, str(folder / f"{name}.git"), SESSION, str(LEASE_S), "0.3"]
        return subprocess.Popen(arguments, cwd=ROOT, stdout=subprocess.DEVNULL)

    seconds, killed, failed = _race(start, seed, workers, kills, (0.1, 1.0))
    landings = Counter(claim_worker.landed(remote, SESSION))
    states = Counter(claim.state for claim in claims.look().values())
    return _row("claims", workers, killed, attempts, landings, states[LANDED], seconds, failed)


def cycle_race(folder: Path, seed: int, workers: int, kills: int) -> Row:
    """Workers on a whole session with real worktrees and test runs, scripted answers, homes of their own."""
    project = _project(folder)
    before = dict(os.environ)
    os.environ.update(_machine(folder / "opener"))
    try:
        ref = cycle.start({"project": str(project), "agents": [_script(folder)], "session_id": SESSION}, "proof")
        subprocess.run(["git", "init", "-q", "--bare", str(folder / "remote.git")], check=True)
        place = share(ref.open(), str(folder / "remote.git"), "proof", LEASE_S)
        command = [sys.executable, "-m", "benchmarks.cluster.cycle_worker", place.url, SESSION, place.origin]

        def start(name: str) -> subprocess.Popen[bytes]:
            log = (folder / f"{name}.log").open("ab")
            environment = {**os.environ, **_machine(folder / name)}
            arguments = [*command, str(LEASE_S), "proof"]
            return subprocess.Popen(arguments, cwd=ROOT, env=environment, stdout=log, stderr=log)

        seconds, killed, failed = _race(start, seed, workers, kills, (1.0, 8.0))
        bring_home(place, project, "proof")
    finally:
        os.environ.clear()
        os.environ.update(before)
    store = SessionStore(project, SESSION)
    fixed = _git(project, "show", f"{branch_ref(SESSION)}:calc.py") == GOOD
    subjects = _git(project, "log", "--format=%s", branch_ref(SESSION)).splitlines()
    landings = Counter(subject.partition(" - ")[0] for subject in subjects if "iteration" in subject)
    state = store.state()
    planned = sum(len(one.fix_tasks) for one in state.iterations) if state is not None else 0
    landed = _states(folder / "remote.git")[LANDED]
    row = _row("cycle", workers, killed, planned, landings, landed, seconds, failed)
    row["wrong"] += [] if fixed and store.session().outcome == "success" else ["another result than of one machine"]
    return row


def _race(
    start: Callable[[str], subprocess.Popen[bytes]], seed: int, workers: int, kills: int, between: tuple[float, float]
) -> tuple[float, int, list[int]]:
    """Run workers to their end, killing one now and then and starting it again; seconds, kills, and bad exit codes."""
    chance, began, killed = random.Random(seed), time.monotonic(), 0
    failed: list[int] = []
    running = {f"worker-{number}": start(f"worker-{number}") for number in range(workers)}
    while running and time.monotonic() - began < STUCK_S:
        time.sleep(chance.uniform(*between) if killed < kills else 0.2)
        ended = {name: process.returncode for name, process in running.items() if process.poll() is not None}
        failed += [code for code in ended.values() if code != 0]
        running = {name: process for name, process in running.items() if name not in ended}
        if killed < kills and running:
            name = chance.choice(sorted(running))
            running[name].send_signal(signal.SIGKILL)
            running[name].wait()
            running[name] = start(name)
            killed += 1
    for process in running.values():
        process.kill()
        process.wait()
    return time.monotonic() - began, killed, [*failed, *[-1 for _ in running]]


def _row(
    kind: str,
    workers: int,
    kills: int,
    attempts: int,
    landings: Counter[str],
    landed: int,
    seconds: float,
    failed: list[int],
) -> Row:
    twice = sum(number - 1 for number in landings.values())
    lost = attempts - landed
    stuck = sum(code == -1 for code in failed)
    wrong = [f"a worker ended with {code}" for code in failed if code not in (0, -1)]
    counts = {"lost": lost, "twice": twice, "stuck": stuck}
    return {
        "kind": kind,
        "workers": workers,
        "kills": kills,
        "attempts": attempts,
        **counts,
        "seconds": seconds,
        "wrong": wrong,
    }


def _machine(folder: Path) -> dict[str, str]:
    """The environment of a machine of its own."""
    for part in ("home", "cache", "instance"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    config = folder / "home" / ".gitconfig"
    config.write_text("[user]\n\tname = Ada\n\temail = ada@example.org\n")
    own = {"HOME": "home", "TESTFIX_CACHE": "cache", "DAGSTER_HOME": "instance"}
    variables = {name: str(folder / part) for name, part in own.items()}
    return {**variables, "GIT_CONFIG_GLOBAL": str(config), "GIT_CONFIG_NOSYSTEM": "1"}


def _project(folder: Path) -> Path:
    """A repository with four bugs."""
    project = folder / "project"
    project.mkdir()
    for name, content in calc_files("add", "half", "shout", "last").items():
        (project / name).write_text(content)
    identity = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    _git(project, "init", "-q", "-b", "main")
    _git(project, "add", "-A")
    _git(project, *identity, "commit", "-q", "-m", "first")
    return project


def _script(folder: Path) -> str:
    """Answers that are wrong twice, so that the third iteration has an attempt for each bug."""
    wrong = fix(GOOD.replace("a + b", "a * b"))
    fixes = {"IMPL-fix-1": wrong, "IMPL-fix-2": wrong, "*": fix(GOOD)}
    path = folder / "script.json"
    path.write_text(json.dumps({"name": "script", "analyses": analyses(10), "fixes": fixes}))
    return f"recorded:{path}"


def _states(remote: Path) -> Counter[str]:
    rows = _git(remote, "for-each-ref", "--format=%(contents)%00", attempts_prefix(SESSION)).split("\0")
    return Counter(str(json.loads(row)["state"]) for row in rows if row.strip())


def _git(folder: Path, *arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=folder, capture_output=True, text=True, check=True).stdout
