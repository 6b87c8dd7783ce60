"""What the model of a night starts from: calls and CPU seconds of a real shared session, and of a push by refs."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.repair.cache import ROOT
from testfix_pipeline import cycle
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.steps.session.sharing import bring_home, share
from testfix_pipeline.workspace.git.git_client import GitAnswer, GitClient
from testfix_pipeline.workspace.shared.leases import record_commit
from testfix_pipeline.workspace.shared.remote import Move, Remote

EXAMPLE = "ledger"
SESSION = SessionId("WFS-night")
# No beat of a lease falls into the measured session: the model adds them by its lengths.
LONG_LEASE_S = 36_000.0


@dataclass(frozen=True)
class Part:
    """A step or an attempt: CPU seconds without git's calls to the remote, pushes, and calls that only read."""

    seconds: float
    pushes: int
    reads: int


@dataclass(frozen=True)
class Measured:
    """A session's parts in their order, those of its attempts by iteration, and the refs that it leaves.

    push: CPU seconds of a push on client and server by the refs in the repository; read: those of a look.
    """

    steps: list[Part]
    attempts: list[list[Part]]
    refs: int
    push: dict[int, float]
    read: dict[int, float]


def cpu() -> float:
    """Processor seconds of this process and its ended children."""
    return time.process_time() + sum(os.times()[2:4])


@contextmanager
def counted() -> Iterator[Counter[str]]:
    """The calls that reach a remote within the block, by `push` and `read`, and their CPU seconds."""
    called, count = Remote._call, Counter[str]()

    def calling(self: Remote, *arguments: str) -> GitAnswer:
        began = cpu()
        try:
            return called(self, *arguments)
        finally:
            count["push" if arguments[0] == "push" else "read"] += 1
            count["microseconds"] += int((cpu() - began) * 1e6)

    Remote._call = calling  # type: ignore[method-assign]
    try:
        yield count
    finally:
        Remote._call = called  # type: ignore[method-assign]


def part(work: Callable[[], object], among: int = 1) -> Part:
    """What a piece of work costs, a share of it where it was that of several."""
    began = cpu()
    with counted() as count:
        work()
    seconds = cpu() - began - count["microseconds"] / 1e6
    return Part(seconds / among, round(count["push"] / among), round(count["read"] / among))


def measured_session(folder: Path) -> tuple[list[Part], list[list[Part]], int]:
    """Steps, attempts and refs of a fix of a bundled project by the built-in engine, shared through a remote."""
    project = shutil.copytree(ROOT / "examples" / EXAMPLE, folder / EXAMPLE)
    for command in (("init", "-q", "-b", "main"), ("config", "user.name", "Ada"), ("config", "user.email", "a@b.org")):
        _git(project, *command)
    _git(project, "add", "-A")
    _git(project, "commit", "-q", "-m", "first")
    _git(folder, "init", "-q", "--bare", str(folder / "remote.git"))
    ref = cycle.start({"project": str(project), "agents": ["builtin"], "session_id": SESSION}, "night")
    places = []
    opened = ref.open()
    steps = [part(lambda: places.append(share(opened, str(folder / "remote.git"), "night", LONG_LEASE_S)))]
    place, attempts, number = places[0], [], 1
    shared = cycle.SessionRef.of_shared(place, "night")
    steps.append(part(lambda: cycle.measure(shared)))
    while True:
        planned: list[str] = []
        steps.append(part(lambda: planned.extend(cycle.plan(shared, number) or [])))  # noqa: B023
        if not planned:
            break
        each = part(lambda: cycle.work(shared, number), len(planned))  # noqa: B023
        attempts.append([each] * len(planned))
        steps.append(part(lambda: cycle.settle_iteration(shared, number)))  # noqa: B023
        number += 1
    steps += [part(lambda: cycle.finish(shared)), part(lambda: bring_home(place, project, "night"))]
    refs = subprocess.run(["git", "for-each-ref"], cwd=place.url, capture_output=True, text=True, check=True).stdout
    return steps, attempts, len(refs.splitlines())


def call_seconds(folder: Path, refs: int, calls: int = 5) -> tuple[float, float]:
    """CPU seconds of a compared push and of a look, client and server, in a repository with so many refs."""
    _git(folder, "init", "-q", "--bare", str(folder / "many.git"))
    _git(folder, "init", "-q", "--bare", str(folder / "own.git"))
    remote = Remote(GitClient(folder / "own.git", folder / "own.git"), str(folder / "many.git"))
    first = record_commit(remote, {"state": "open"}, [])
    assert remote.swap(Move("refs/testfix/WFS-0/state", "", first))
    rows = "".join(f"create refs/testfix/WFS-{number}/attempts/a {first}\n" for number in range(1, refs))
    subprocess.run(["git", "update-ref", "--stdin"], cwd=folder / "many.git", input=rows.encode(), check=True)
    _git(folder / "many.git", "pack-refs", "--all")
    moves = [Move(f"refs/testfix/WFS-new/{one}", "", record_commit(remote, {}, [])) for one in range(calls)]
    began = cpu()
    for move in moves:
        assert remote.swap(move)
    pushed = cpu()
    for _ in moves:
        remote.look("refs/testfix/WFS-new/*")
    return (pushed - began) / calls, (cpu() - pushed) / calls


def measure(folder: Path, sizes: tuple[int, ...]) -> Measured:
    """All of it; the session's calls of git are taken out of its own seconds."""
    push, read = {}, {}
    for refs in sizes:
        (folder / str(refs)).mkdir()
        push[refs], read[refs] = call_seconds(folder / str(refs), refs)
    return Measured(*measured_session(folder), push, read)


def _git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True)
