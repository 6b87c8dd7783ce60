"""Points of the sweep through Dagster: the whole command `testfix fix`, killed, then `testfix resume`."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

from benchmarks.kills.operations import Operations
from benchmarks.kills.sweep import Row, in_child
from benchmarks.kills.world import Facts, World, checkout_of, left_over, make, renew, result_of


class DagsterPoints:
    """Evenly spread kills over the operations of one command; nothing is run before the first point is asked for."""

    def __init__(self, folder: Path, points: int) -> None:
        self.world = World(folder / "world")
        self._template, self._reached = folder / "template", folder / "reached"
        self._points = points
        self._operations = 0
        self._expected: Facts = {}
        self._checkout: dict[str, str] = {}

    def killed(self, number: int) -> Row:
        """The point of this number out of all that were wanted, from 1 on."""
        if not self._operations:
            self._measure_unbroken()
        began = time.monotonic()
        at = number * self._operations // (self._points + 1)
        self._renew()
        hook = Operations(str(self.world.project.parent), "kill", at, reached=self._reached)
        ended = in_child(self.world, lambda: _fix(self.world, hook))
        what = self._reached.read_text() if self._reached.exists() else "not reached"
        again = in_child(self.world, lambda: _resume(self.world))
        wrong = [] if again == "done" else [f"the resume ended with {again}"]
        wrong += self._differences()
        return Row("dagster", 0, number, what, ended[:300], round(time.monotonic() - began, 2), wrong)

    def _measure_unbroken(self) -> None:
        make(self._template)
        self._renew()
        hook = Operations(str(self.world.folder))

        def work() -> None:
            _fix(self.world, hook)
            self._reached.write_text(str(len(hook.seen)))

        ended = in_child(self.world, work)
        if ended != "done":
            raise RuntimeError(f"The unbroken command ended with {ended}.")
        self._operations = int(self._reached.read_text())
        self._expected, self._checkout = result_of(self.world), checkout_of(self.world)

    def _renew(self) -> None:
        renew(self.world, self._template)
        self._reached.unlink(missing_ok=True)

    def _differences(self) -> list[str]:
        try:
            found = result_of(self.world)
        except (OSError, ValueError) as error:
            return [f"no result: {error}"]
        wrong = [f"{name} is {found[name]}" for name, value in self._expected.items() if found[name] != value]
        wrong += ["the checkout was touched"] if checkout_of(self.world) != self._checkout else []
        for name in (self.world.folder / "tmp").iterdir():  # Dagster's own temporary folders are not ours to sweep
            if "testfix" not in name.name:
                shutil.rmtree(name) if name.is_dir() else name.unlink()
        return wrong + [f"left over: {name}" for name in left_over(self.world, ended=True)]


def _fix(world: World, hook: Operations) -> None:
    from testfix_pipeline.cli.use_cases import launch_use_cases as use_cases

    hook.install()
    use_cases.fix(_launch(world), quiet=True)


def _resume(world: World) -> None:
    from testfix_pipeline.cli.use_cases import launch_use_cases as use_cases
    from testfix_pipeline.core.errors import UnknownSession
    from testfix_pipeline.workspace.sessions.session_lookup import list_sessions

    if not list_sessions(world.project):
        use_cases.fix(_launch(world), quiet=True)
        return
    try:
        use_cases.go_on("resume", world.project, "", False, {}, quiet=True)
    except UnknownSession as error:  # completed: the next command tidies
        if "(completed)" not in str(error):
            raise


def _launch(world: World) -> Facts:
    return {**world.launch, "budget_seconds": 3600.0}
