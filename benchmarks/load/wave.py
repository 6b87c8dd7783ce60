"""One wave: ten sessions that start at the same moment, and what must hold of each of them when all have ended."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import statistics
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks.kills import runner
from benchmarks.kills.program import GOOD
from benchmarks.kills.world import World, checkout_of, left_over, make, processes_of

runner.install()

import git.cmd  # noqa: E402, F401  what every child would load again

from benchmarks.load.container import inside, said_by, take_up  # noqa: E402
from benchmarks.load.daemon import daemon, queue_and_wait  # noqa: E402
from testfix_pipeline import cycle  # noqa: E402
from testfix_pipeline.core.errors import SessionBusy  # noqa: E402
from testfix_pipeline.core.test_ids import SessionId  # noqa: E402
from testfix_pipeline.workspace.sessions.session_lock import owner_of  # noqa: E402
from testfix_pipeline.workspace.sessions.session_lookup import list_sessions  # noqa: E402
from testfix_pipeline.workspace.sessions.store import SessionStore  # noqa: E402

SESSIONS = 10
KINDS = (
    "one project",
    "ten projects",
    "one session",
    "one project, containers",
    "one session, containers",
    "one project, testfix and daemon",
)


@dataclass(frozen=True)
class Wave:
    """What a wave came to. `slowest` is the longest session's time over the median's. `wrong` empty is right."""

    kind: str
    ended: int
    refused: int
    seconds: float
    slowest: float
    wrong: list[str]


def run_wave(kind: str, folder: Path, sessions: int = SESSIONS) -> Wave:
    """Start so many at once and judge what they left."""
    if folder.exists():
        shutil.rmtree(folder)
    worlds = [make(folder / str(number)) for number in range(sessions if kind == "ten projects" else 1)]
    before = [checkout_of(world) for world in worlds]
    with daemon(worlds[0]) if "daemon" in kind else contextlib.nullcontext():
        began = time.monotonic()
        work = _jobs(kind, worlds, sessions)
        said = at_once(work, folder)
        seconds = time.monotonic() - began
    refused = sum(one["said"].startswith("SessionBusy") for one in said)
    wrong = [f"session {number}: {one['said'][-800:]}" for number, one in enumerate(said) if _is_wrong(kind, one)]
    wrong += [lack for world, was in zip(worlds, before, strict=True) for lack in _lacks(world, was, kind, sessions)]
    if "one session" in kind and refused != sessions - 1:
        wrong.append(f"{sessions - refused} of {sessions} owners had the one session")
    times = [seconds for one in said if one["said"] == "done" for seconds in one["each"]]
    slowest = max(times) / statistics.median(times) if times else 0.0
    return Wave(kind, len(times), refused, round(seconds, 1), round(slowest, 2), wrong)


def as_dict(wave: Wave) -> dict[str, Any]:
    return asdict(wave)


def _is_wrong(kind: str, one: dict[str, Any]) -> bool:
    return one["said"] != "done" and not ("one session" in kind and one["said"].startswith("SessionBusy"))


def _session_for_all(world: World) -> str:
    """A session that was opened and given up again: the owners of the wave all want to go on with it."""

    def opening() -> None:
        cycle.start(dict(world.launch), "opener")

    (said,) = at_once([(world, opening)], world.folder.parent)
    assert said["said"] == "done", said
    return list_sessions(world.project)[0].session_id


def _session_of_the_dead(world: World) -> str:
    """A session in the middle of its work whose container was killed: its lock names an owner that nobody here sees."""
    with inside(world, "hold", "dead") as container:
        assert container.stdout is not None
        for line in container.stdout:
            if line == "holding\n":
                break
        else:
            raise RuntimeError("The container did not come to hold a session.")
        (session,) = list_sessions(world.project)
        store = SessionStore(world.project, session.session_id)
        if owner_of(store) != "dead":
            raise RuntimeError("A living owner in a container is not seen as one.")
        container.kill()
    deadline = time.monotonic() + 10.0
    while owner_of(store) is not None:  # the kernel ends what is in it a moment after the container itself
        if time.monotonic() > deadline:
            raise RuntimeError("A dead owner in a container is taken for a living one.")
        time.sleep(0.01)
    return session.session_id


Job = tuple[World, Callable[[], list[float] | None]]


def _jobs(kind: str, worlds: list[World], sessions: int) -> list[Job]:
    """What each process of a wave does. Every other one is in a container, or half of all in the daemon's queue."""
    first = worlds[0]
    if "daemon" in kind:
        half, launch = sessions // 2, {**first.launch, "budget_seconds": 3600.0}
        queue: Job = first, lambda: queue_and_wait(first, launch, sessions - half)
        return [queue, *((first, lambda: _through_dagster(launch)) for _ in range(half))]
    starting = ""
    if "one session" in kind:
        starting = _session_of_the_dead(first) if "containers" in kind else _session_for_all(first)
    return [_job(kind, worlds[number % len(worlds)], number, starting) for number in range(sessions)]


def _job(kind: str, world: World, number: int, session: str) -> Job:
    owner = f"owner-{number}"
    if "containers" in kind and number % 2:
        return world, lambda: _in_container(world, "take up" if session else "whole", owner, session)
    if session:
        return world, lambda: take_up(world, SessionId(session), owner)
    return world, lambda: _whole(world, owner)


def _in_container(world: World, work: str, owner: str, session: str) -> None:
    with inside(world, work, owner, session) as container:
        said = container.communicate()[0].strip()
    if said.startswith("SessionBusy"):
        raise SessionBusy(said.removeprefix("SessionBusy: "))
    assert said == "done", said


def _through_dagster(launch: dict[str, Any]) -> None:
    from testfix_pipeline.cli.use_cases import launch_use_cases as use_cases

    found = use_cases.fix(launch, quiet=True)
    assert found["outcome"] == "success", found


def _whole(world: World, owner: str) -> None:
    found = cycle.run(dict(world.launch), owner)
    assert found["outcome"] == "success", found


def at_once(jobs: list[Job], folder: Path) -> list[dict[str, Any]]:
    """Every job in a process of its own, all let go at one moment; what each said and how long it took."""
    gate, opener = os.pipe()
    children = [_child(job, folder / f"said-{number}", gate, opener) for number, job in enumerate(jobs)]
    os.close(gate)
    os.close(opener)  # the end of the stream is the signal
    for child in children:
        os.waitpid(child, 0)
    return [json.loads((folder / f"said-{number}").read_text()) for number in range(len(jobs))]


def _child(job: Job, report: Path, gate: int, opener: int) -> int:
    child = os.fork()
    if child:
        return child
    os.close(opener)
    os.read(gate, 1)
    world, work = job
    os.environ.update(world.environment)
    began, said = time.monotonic(), "done"
    each: list[float] | None = None
    try:
        each = work()
    except Exception as error:
        said = said_by(error)
    report.write_text(json.dumps({"said": said, "each": each or [time.monotonic() - began]}))
    os._exit(0)


def _lacks(world: World, before: dict[str, str], kind: str, wanted: int) -> list[str]:
    """What does not hold of a project and its sessions."""
    wrong = [] if checkout_of(world) == before else [f"{world.folder.name}: the checkout was touched"]
    sessions = world.sessions()
    expected = wanted if kind.startswith("one project") else 1
    if len(sessions) != expected:
        wrong.append(f"{world.folder.name}: {len(sessions)} sessions, not {expected}")
    wrong += [lack for session in sessions for lack in _lacks_of(world, session)]
    if "testfix" in kind:  # Dagster's own temporary folders are not ours to sweep
        return wrong + [f"process {line}" for line in processes_of(world, 5.0)]
    return wrong + [f"left over: {name}" for name in left_over(world, ended=True)]


def _lacks_of(world: World, session: Path) -> list[str]:
    name = session.name
    state = json.loads((session / ".process/iteration-state.json").read_text())
    history = json.loads((session / ".process/fix-history.json").read_text())
    subjects = world.git("log", "--format=%s", f"main..testfix/{name}").splitlines()
    owners = set(world.git("log", "--format=%(trailers:key=Test-Session,valueonly)", f"main..testfix/{name}").split())
    facts = {
        "four iterations": [one["iteration"] for one in state["iterations"]] == [1, 2, 3, 4],
        "eight attempts": len(history["attempts"]) == len({one["task_id"] for one in history["attempts"]}) == 8,
        "seven commits": len(subjects) == 7,
        "commits of its own": owners == {name},
        "the fixed program": world.git("show", f"testfix/{name}:calc.py") == GOOD,
    }
    return [f"{name} has not {fact}" for fact, holds in facts.items() if not holds]
