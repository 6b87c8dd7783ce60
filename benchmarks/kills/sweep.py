"""One point of the sweep: a cycle that is killed or hindered in a process of its own, and the resume after it."""

from __future__ import annotations

import errno
import os
import random
import shutil
import signal
import time
import traceback
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from benchmarks.kills import runner
from benchmarks.kills.operations import ERRORS, Mode, Operations
from benchmarks.kills.world import Facts, World, checkout_of, left_over, make, renew, result_of

runner.install()

import git.cmd  # noqa: E402, F401  what every child would load again

from testfix_pipeline import cycle  # noqa: E402
from testfix_pipeline.core.errors import PipelineError, UnknownSession  # noqa: E402
from testfix_pipeline.core.test_ids import SessionId  # noqa: E402
from testfix_pipeline.workspace.files.secret_scan import find_secret  # noqa: E402
from testfix_pipeline.workspace.sessions.session_lookup import list_sessions  # noqa: E402

SEGMENTS = 5
"""The parts a cycle is swept in: opening with iteration 1, iterations 2 to 4, and the end."""
TO_THE_END = 5
"""Every so manieth point is resumed to the cycle's end; the others to the end of their segment, where the world must be
the one that the next segment starts from."""

FaultKind = Literal["kill", "fail", "instant", "dagster"]


@dataclass(frozen=True)
class Row:
    """One point. `wrong` names everything that did not hold; empty is right."""

    kind: FaultKind
    segment: int
    number: int
    what: str
    ended: str
    seconds: float
    wrong: list[str]


class Sweep:
    """A world with what it looks like before each segment, and what an unbroken run comes to."""

    def __init__(self, folder: Path, segments: int = SEGMENTS) -> None:
        self.segments = range(segments)
        self.world = World(folder / "world")
        self._templates = folder / "templates"
        make(self._template(0))
        find_secret("x.py", ["x = 1"])  # loaded here and not in every child
        self._reached = folder / "reached"
        self.expected: list[Facts] = []
        self.checkout: dict[str, str] = {}
        self.seconds: list[float] = []
        self._operations: dict[Mode, list[list[str]]] = {"kill": self._measure_unbroken()}

    def _template(self, segment: int) -> Path:
        return self._templates / str(segment)

    def operations(self, mode: Mode) -> list[list[str]]:
        """The operations of each segment, as `kill` or `fail` number them."""
        if mode not in self._operations:
            self._operations[mode] = [self._counted(segment, mode) for segment in self.segments]
        return self._operations[mode]

    def _measure_unbroken(self) -> list[list[str]]:
        """Run every segment once, unbroken: what it comes to is what each point is compared with."""
        found = []
        for segment in self.segments:
            began = time.monotonic()
            found.append(self._counted(segment, "kill"))
            self.seconds.append(time.monotonic() - began)
            self.expected.append(result_of(self.world))
            if segment + 1 < SEGMENTS:
                shutil.copytree(self.world.folder, self._template(segment + 1), symlinks=True)
        self.checkout = checkout_of(self.world)
        last, whole = self.expected[-1], len(self.segments) == SEGMENTS
        wrong = left_over(self.world, ended=whole)
        if wrong or (whole and (last["session"][2] != "success" or len(last["iterations"]) != SEGMENTS - 1)):
            raise RuntimeError(f"The unbroken run is not what the sweep is about: {last} {wrong}")
        return found

    def _counted(self, segment: int, mode: Mode) -> list[str]:
        self._renew(segment)
        counter = Operations(str(self.world.folder), "fail" if mode == "fail" else "count")

        def work() -> None:
            counter.install()
            run_segment(self.world, segment)
            self._reached.write_text("\n".join(counter.seen))

        ended = in_child(self.world, work)
        if ended != "done":
            raise RuntimeError(f"The unbroken run ended with {ended}.")
        return self._reached.read_text().split("\n")

    def _renew(self, segment: int) -> None:
        renew(self.world, self._template(segment))
        self._reached.unlink(missing_ok=True)

    def killed(self, segment: int, number: int) -> Row:
        """SIGKILL right before an operation, then resume."""
        return self._point(
            "kill", segment, number, Operations(str(self.world.folder), "kill", number, reached=self._reached)
        )

    def failed(self, segment: int, number: int) -> Row:
        """One operation fails, with the errors in turn; then resume, if the cycle did not get to its end anyway."""
        error = ERRORS[number % len(ERRORS)]
        hook = Operations(str(self.world.folder), "fail", number, error, self._reached)
        return self._point("fail", segment, number, hook)

    def at_instant(self, number: int) -> Row:
        """SIGKILL at a random moment of a segment; the same one for the same number, as far as a clock can tell."""
        chance = random.Random(number)
        segment = chance.choice(self.segments)
        return self._point("instant", segment, number, None, chance.uniform(0.0, self.seconds[segment]))

    def _point(
        self, kind: FaultKind, segment: int, number: int, hook: Operations | None, after: float | None = None
    ) -> Row:
        began = time.monotonic()
        self._renew(segment)
        ended = in_child(self.world, lambda: _broken(self.world, segment, hook), after)
        what = (
            self._reached.read_text()
            if self._reached.exists()
            else (f"after {after:.3f} s" if after else "not reached")
        )
        wrong = [f"no clear error: {ended}"] if ended.startswith("Traceback") else []
        goal = self.segments[-1] if number % TO_THE_END == 0 else segment
        again = in_child(self.world, lambda: resume(self.world, goal))
        if again != "done":
            wrong.append(f"the resume ended with {again}")
        wrong += self._differences(goal)
        if kind == "fail":
            what += f" ({errno.errorcode[hook.error]})" if hook else ""
        return Row(kind, segment, number, what, ended[:300], round(time.monotonic() - began, 2), wrong)

    def _differences(self, segment: int) -> list[str]:
        """How the world differs from the one after an unbroken run up to the end of a segment."""
        try:
            found = result_of(self.world)
        except (OSError, ValueError) as error:
            return [f"no result: {error}"]
        expected = self.expected[segment]
        wrong = [f"{name} is {found[name]}" for name, value in expected.items() if found[name] != value]
        now = checkout_of(self.world)
        touched = sorted(name for name in {*now, *self.checkout} if now.get(name) != self.checkout.get(name))
        wrong += [f"touched in the checkout: {name}" for name in touched]
        return wrong + [f"left over: {name}" for name in left_over(self.world, ended=segment + 1 == SEGMENTS)]


def as_dict(row: Row) -> dict[str, Any]:
    return asdict(row)


def run_segment(world: World, segment: int) -> None:
    """Open the session or take it up, do one iteration, or what is left after the last."""
    if segment == 0:
        _go_on(cycle.start(dict(world.launch), "run-0"), segment)
    else:
        _go_on(cycle.SessionRef(str(world.project), _session(world), f"run-{segment}"), segment)


def _go_on(ref: cycle.SessionRef, segment: int) -> None:
    cycle.measure(ref)
    if segment + 1 == SEGMENTS:
        cycle.finish(ref)
        return
    for task in cycle.plan(ref, segment + 1) or []:
        cycle.attempt(ref, task)
    cycle.settle_iteration(ref, segment + 1)


def _broken(world: World, segment: int, hook: Operations | None) -> None:
    if hook is not None:
        hook.install()
    run_segment(world, segment)


def resume(world: World, segment: int) -> None:
    """What `testfix resume` does, up to the end of a segment; or `testfix fix` where no session was opened yet."""
    known = [record.session_id for record in list_sessions(world.project)]
    try:
        ref = (
            cycle.SessionRef(str(world.project), known[0], "resume")
            if known
            else cycle.start(dict(world.launch), "resume")
        )
        _go_on(ref, segment)
    except UnknownSession as error:  # that it is completed already is what was wanted
        if "is completed" not in error.what:
            raise


def _session(world: World) -> SessionId:
    return list_sessions(world.project)[0].session_id


def in_child(world: World, work: Callable[[], None], after: float | None = None) -> str:
    """Do something in a process of its own: "done", "killed", the sentence of an error, or a traceback."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _work_and_end(world, work, writing)
    os.close(writing)
    if after is not None:
        time.sleep(after)
        os.kill(child, signal.SIGKILL)
    with os.fdopen(reading, errors="replace") as said:
        text = said.read()
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return "killed" if status == -signal.SIGKILL else text or f"status {status}"


def _work_and_end(world: World, work: Callable[[], None], writing: int) -> None:
    os.environ.update(world.environment)
    said = "done"
    try:
        work()
    except PipelineError as error:
        said = f"{type(error).__name__}: {error}"
    except BaseException:
        said = traceback.format_exc()
    os.write(writing, said.encode()[-60000:])
    os._exit(0)
