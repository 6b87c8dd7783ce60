"""One wave: ten sessions that start at the same moment, and what must hold of each of them when all have ended."""

from __future__ import annotations

import json
import os
import shutil
import statistics
import time
import traceback
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks.kills import runner
from benchmarks.kills.program import GOOD
from benchmarks.kills.world import World, checkout_of, left_over, make, processes_of

runner.install()

import git.cmd  # noqa: E402, F401  what every child would load anew

from testfix_pipeline import cycle  # noqa: E402
from testfix_pipeline.core.errors import PipelineError, SessionBusy, UnknownSession  # noqa: E402
from testfix_pipeline.workspace.sessions import list_sessions  # noqa: E402

SESSIONS = 10
KINDS = ("one project", "ten projects", "one session", "one project, testfix")


@dataclass(frozen=True)
class Wave:
    """What a wave came to. `slowest` is the longest session's time over the median's. `wrong` empty is right."""

    kind: str
    ended: int
    refused: int
    seconds: float
    slowest: float
    wrong: list[str]


def run_wave(kind: str, folder: Path) -> Wave:
    """Start ten at once and judge what they left."""
    if folder.exists():
        shutil.rmtree(folder)
    worlds = [make(folder / str(number)) for number in range(SESSIONS if kind == "ten projects" else 1)]
    before = [checkout_of(world) for world in worlds]
    starting = _session_for_all(worlds[0]) if kind == "one session" else None
    work = [_job(kind, worlds[number % len(worlds)], number, starting) for number in range(SESSIONS)]
    began = time.monotonic()
    said = at_once(work, folder)
    seconds = time.monotonic() - began
    refused = sum(one["said"].startswith("SessionBusy") for one in said)
    wrong = [f"session {number}: {one['said'][-800:]}" for number, one in enumerate(said) if _is_wrong(kind, one)]
    wrong += [lack for world, was in zip(worlds, before, strict=True) for lack in _lacks(world, was, kind)]
    if kind == "one session" and refused != SESSIONS - 1:
        wrong.append(f"{SESSIONS - refused} of {SESSIONS} owners had the one session")
    times = [one["seconds"] for one in said if one["said"] == "done"]
    slowest = max(times) / statistics.median(times) if times else 0.0
    return Wave(kind, len(times), refused, round(seconds, 1), round(slowest, 2), wrong)


def as_dict(wave: Wave) -> dict[str, Any]:
    return asdict(wave)


def _is_wrong(kind: str, one: dict[str, Any]) -> bool:
    return one["said"] != "done" and not (kind == "one session" and one["said"].startswith("SessionBusy"))


def _session_for_all(world: World) -> str:
    """A session that was opened and given up again: the owners of the wave all want to go on with it."""

    def opening() -> None:
        cycle.start(dict(world.launch), "opener")

    (said,) = at_once([(world, opening)], world.folder.parent)
    assert said["said"] == "done", said
    return list_sessions(world.project)[0].session_id


Job = tuple[World, Callable[[], None]]


def _job(kind: str, world: World, number: int, session: str | None) -> Job:
    owner = f"owner-{number}"

    def take_up() -> None:
        ref = cycle.SessionRef(str(world.project), session or "", owner)
        cycle.measure(ref)
        cycle.finish(ref)
        time.sleep(1.0)  # whoever comes now finds it completed, and is told so

    def through_dagster() -> None:
        from testfix_pipeline import use_cases

        found = use_cases.fix({**world.launch, "budget_seconds": 3600.0}, quiet=True)
        assert found["outcome"] == "success", found

    if kind == "one session":
        return world, take_up
    if kind == "one project, testfix":
        return world, through_dagster
    return world, lambda: _whole(world, owner)


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


def _child(job: Job, told: Path, gate: int, opener: int) -> int:
    child = os.fork()
    if child:
        return child
    os.close(opener)
    os.read(gate, 1)
    world, work = job
    os.environ.update(world.environment)
    began, said = time.monotonic(), "done"
    try:
        work()
    except SessionBusy as busy:
        said = f"SessionBusy: {busy}"
    except UnknownSession as late:
        said = "SessionBusy: it is completed" if "is completed" in late.what else traceback.format_exc()
    except (PipelineError, Exception):
        said = traceback.format_exc()
    told.write_text(json.dumps({"said": said, "seconds": time.monotonic() - began}))
    os._exit(0)


def _lacks(world: World, before: dict[str, str], kind: str) -> list[str]:
    """What does not hold of a project and its sessions."""
    wrong = [] if checkout_of(world) == before else [f"{world.folder.name}: the checkout was touched"]
    sessions = world.sessions()
    expected = 1 if kind in ("one session", "ten projects") else SESSIONS
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
