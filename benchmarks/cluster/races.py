"""Races of worker processes over one git remote, killed at random by SIGKILL, and what became of their attempts."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from benchmarks.cluster import claim_worker, outcome
from benchmarks.cluster.outcome import Row
from benchmarks.cluster.silence import MOST_S, Silence, silence
from benchmarks.repair.cache import ROOT
from testfix_pipeline import cycle
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.steps.session.sharing import bring_home, share
from testfix_pipeline.workspace.shared.attempt_claims import LANDED
from testfix_pipeline.workspace.shared.remote import Remote
from testfix_pipeline_tests.celery_cluster import hiding

SESSION = SessionId("WFS-proof")
# Seconds without an end after which a race counts as stuck; seconds of a lease and between two kills.
STUCK_S, LEASE_S = 3000.0, 2.0


def claims_race(
    folder: Path,
    seed: int,
    workers: int,
    kills: int,
    attempts: int,
    work_s: float = 0.3,
    lease_s: float = LEASE_S,
    between: tuple[float, float] = (0.1, 1.0),
) -> Row:
    """Workers on attempts that only wait: many kills in little time."""
    remote = Remote(claim_worker.local(folder / "boot.git"), str(folder / "remote.git"))
    claim_worker.local(folder / "remote.git")
    keys = [f"{number:04d}" for number in range(attempts)]
    claims = claim_worker.opened(remote, SESSION, keys, lease_s)
    command = [sys.executable, "-m", "benchmarks.cluster.claim_worker", str(folder / "remote.git")]

    def start(name: str) -> subprocess.Popen[bytes]:
        arguments = [*command, str(folder / f"{name}.git"), SESSION, str(lease_s), str(work_s)]
        return subprocess.Popen(arguments, cwd=ROOT, stdout=subprocess.DEVNULL)

    with silence(folder / "remote.git") as quiet:
        seconds, killed, failed = _race(start, seed, workers, kills, between, quiet)
    landings = Counter(claim_worker.landed(remote, SESSION))
    states = Counter(claim.state for claim in claims.look().values())
    twice = sum(number - 1 for number in landings.values())
    counts = {"attempts": attempts, "lost": attempts - states[LANDED], "twice": twice}
    return _row("claims", workers, killed, {**counts, **seen(quiet, lease_s)}, seconds, failed, [])


def cycle_race(folder: Path, seed: int, workers: int, kills: int) -> Row:
    """Workers on a whole session with real worktrees and test runs, scripted answers, homes of their own.

    Each is in a mount namespace of its own, in which the project is not there.
    """
    place, answers = outcome.project(folder / "project"), outcome.script(folder)
    before = dict(os.environ)
    os.environ.update(_machine(folder / "opener"))
    try:
        wanted = outcome.expected_story(folder / "alone", answers)
        ref = cycle.start({"project": str(place), "agents": [answers], "session_id": SESSION}, "proof")
        subprocess.run(["git", "init", "-q", "--bare", str(folder / "remote.git")], check=True)
        shared = share(ref.open(), str(folder / "remote.git"), "proof", LEASE_S)
        command = [sys.executable, "-m", "benchmarks.cluster.cycle_worker", shared.url, SESSION, shared.origin]

        def start(name: str) -> subprocess.Popen[bytes]:
            environment = {**os.environ, **_machine(folder / name)}
            arguments = [*hiding(folder / name, place), *command, str(LEASE_S), "proof"]
            with (folder / f"{name}.log").open("ab") as log:
                return subprocess.Popen(arguments, cwd=ROOT, env=environment, stdout=log, stderr=log)

        with silence(folder / "remote.git") as quiet:
            seconds, killed, failed = _race(start, seed, workers, kills, (1.0, 8.0), quiet)
        bring_home(shared, place, "proof")
    finally:
        os.environ.clear()
        os.environ.update(before)
    counts = outcome.row(place, folder / "remote.git", SESSION)
    wrong = outcome.differences(place, SESSION, wanted)
    return _row("cycle", workers, killed, {**counts, **seen(quiet, LEASE_S)}, seconds, failed, wrong)


def seen(quiet: Silence, lease_s: float) -> Row:
    """What the watcher of a race has seen, for its row."""
    return {"silent": quiet.longest_s, "taken": quiet.taken_over_s, "lease": lease_s}


def _race(
    start: Callable[[str], subprocess.Popen[bytes]],
    seed: int,
    workers: int,
    kills: int,
    between: tuple[float, float],
    quiet: Silence,
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
            quiet.note_killed({running[name].pid})
            running[name] = start(name)
            killed += 1
    for process in running.values():
        process.kill()
        process.wait()
    return time.monotonic() - began, killed, [*failed, *[-1 for _ in running]]


def _row(kind: str, workers: int, kills: int, counts: Row, seconds: float, failed: list[int], wrong: list[str]) -> Row:
    stuck = sum(code == -1 for code in failed) + (counts["silent"] > MOST_S)
    wrong = [*wrong, *(f"a worker ended with {code}" for code in failed if code not in (0, -1))]
    return {"kind": kind, "workers": workers, "kills": kills, **counts, "stuck": stuck, "seconds": seconds,
            "wrong": wrong}  # fmt: skip


def _machine(folder: Path) -> dict[str, str]:
    """The environment of a machine of its own."""
    for part in ("home", "cache", "instance"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    config = folder / "home" / ".gitconfig"
    config.write_text(f"[user]\n\tname = Ada\n\temail = {outcome.MAIL}\n")
    own = {"HOME": "home", "TESTFIX_CACHE": "cache", "DAGSTER_HOME": "instance"}
    variables = {name: str(folder / part) for name, part in own.items()}
    return {**variables, "GIT_CONFIG_GLOBAL": str(config), "GIT_CONFIG_NOSYSTEM": "1"}
