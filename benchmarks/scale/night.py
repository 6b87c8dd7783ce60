"""A night of thousands of projects on hundreds of workers, as a model: no machine here has so many.

`python -m benchmarks.scale.night`. Measured here: calls, refs and CPU seconds of a real shared session, and those of a
push by the refs of its repository (beyond the largest size by a straight line). Assumed: what `Scene` says, and that a
length is the measured one times an exponential factor. A call takes its seconds on the way, and the server's CPU
seconds in a queue. Of a holder whose beats come too late the lease is taken at once, and its attempt is made again.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Generator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import simpy

from benchmarks.proof import memory, parser
from benchmarks.scale.measured_calls import Measured, Part, measure
from testfix_pipeline.workspace.shared.leases import LEASE_S
from testfix_pipeline.workspace.shared.remote import WAITS_S

SIZES, QUICK_SIZES = (1, 1000, 10_000, 100_000), (1, 1000, 10_000)
CORES, NIGHTS = 4, 60  # of a server; that retention keeps by default
DAY_S = 86_400.0
Process = Generator[simpy.Event, Any, Any]


@dataclass(frozen=True)
class Scene:
    """projects, workers, remotes; refs of earlier sessions in all remotes; seconds of a call on its way, from and to;
    the share of calls that fail; how many times longer than the measured session each part takes."""

    name: str
    projects: int
    workers: int
    remotes: int
    nights_kept: int = NIGHTS
    way_s: tuple[float, float] = (0.3, 2.0)
    failing: float = 0.01
    longer: float = 1.0


@dataclass
class Server:
    """A git server's processors, and the refs in its repository."""

    cores: simpy.Resource
    refs: float


@dataclass
class Night:
    """One run of the model, and what was counted in it."""

    scene: Scene
    measured: Measured
    env: simpy.Environment = field(default_factory=simpy.Environment)
    chance: random.Random = field(default_factory=lambda: random.Random(1))
    count: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    minutes: Counter[int] = field(default_factory=Counter)
    ended: float = 0.0

    def __post_init__(self) -> None:
        one, kept = self.scene, self.scene.nights_kept * self.scene.projects * self.measured.refs / self.scene.remotes
        self.workers = simpy.Resource(self.env, one.workers)
        self.places = simpy.Resource(self.env, one.workers)  # sessions at once: more would only wait
        self.servers = [Server(simpy.Resource(self.env, CORES), kept) for _ in range(one.remotes)]
        self.line = {
            kind: [float(one) for one in np.polyfit(list(found), list(found.values()), 1)]
            for kind, found in (("push", self.measured.push), ("read", self.measured.read))
        }

    def run(self) -> None:
        """Let every project have its session, until the next night begins."""
        for number in range(self.scene.projects):
            self.env.process(self.session(self.servers[number % self.scene.remotes]))
        self.env.run(until=DAY_S)

    def session(self, server: Server) -> Process:
        """The measured session: its steps in turn, the attempts of an iteration at once."""
        with self.places.request() as place:
            yield place
            steps = iter(self.measured.steps)
            yield from self.on_worker(server, next(steps), leased=False)
            yield from self.on_worker(server, next(steps))
            for attempts in self.measured.attempts:
                yield from self.on_worker(server, next(steps))
                yield self.env.all_of([self.env.process(self.on_worker(server, one)) for one in attempts])
                yield from self.on_worker(server, next(steps))
            for step in steps:
                yield from self.on_worker(server, step)
            server.refs += self.measured.refs
            self.count["done"] += 1
            self.ended = self.env.now

    def on_worker(self, server: Server, part: Part, *, leased: bool = True) -> Process:
        """A step or an attempt, again where its lease was lost."""
        with self.workers.request() as worker:
            yield worker
            began = self.env.now
            while not (yield from self.once(server, part, leased)):
                self.count["lost"] += 1
            self.count["worker seconds"] += self.env.now - began

    def once(self, server: Server, part: Part, leased: bool) -> Process:
        """Whether it kept its lease."""
        for _ in range(part.reads):
            yield from self.call(server, "read")
        for _ in range(part.pushes // 2):
            yield from self.call(server, "push")
        held = {"last": self.env.now, "kept": True, "ended": False}
        if leased:
            self.env.process(self.beats(server, held))
        yield self.env.timeout(part.seconds * self.scene.longer * self.chance.expovariate(1.0))
        for _ in range(part.pushes - part.pushes // 2):
            yield from self.call(server, "push")
        held["ended"] = True
        return held["kept"] and (not leased or self.env.now - held["last"] <= LEASE_S)

    def beats(self, server: Server, held: dict[str, Any]) -> Process:
        while True:
            yield self.env.timeout(LEASE_S / 3)
            if held["ended"]:
                return
            self.count["beat"] += 1
            yield from self.call(server, "push")
            held["kept"] &= self.env.now - held["last"] <= LEASE_S
            held["last"] = self.env.now

    def call(self, server: Server, kind: str) -> Process:
        """A call of git, repeated where it fails."""
        for wait in (*WAITS_S, 0.0):
            yield self.env.timeout(self.chance.uniform(*self.scene.way_s))
            asked = self.env.now
            with server.cores.request() as core:
                yield core
                self.count["waited"] += self.env.now - asked
                seconds = max(0.0, self.line[kind][1] + self.line[kind][0] * server.refs)
                self.count["server seconds"] += seconds
                yield self.env.timeout(seconds)
            self.count[kind] += 1
            self.minutes[int(self.env.now // 60)] += kind == "push"
            if self.chance.random() >= self.scene.failing:
                return
            self.count["failed"] += 1
            yield self.env.timeout(wait)

    def row(self) -> str:
        """What came of it, in a line."""
        one, calls = self.scene, self.count["push"] + self.count["read"]
        seconds = self.ended if self.count["done"] == one.projects else DAY_S
        workers = self.count["worker seconds"] / seconds / one.workers
        servers = self.count["server seconds"] / seconds / one.remotes / CORES
        first = "workers" if workers > servers else "git server"
        busiest, queue = max(self.minutes.values()) / 60, self.count["waited"] / calls
        return (
            f"{one.name:<40}{self.count['done'] / one.projects:>6.0%}{seconds / 3600:>7.2f}"
            f"{self.count['push'] / seconds:>10.1f}{busiest:>10.1f}{queue:>9.2f}"
            f"{workers:>9.0%}{servers:>8.0%}{self.count['lost']:>8.0f}   {first}"
        )


def scenes(projects: int, workers: int) -> list[Scene]:
    """From the plainest set-up to those that change what breaks first."""
    few = max(1, projects // 100)
    return [
        Scene("one remote, empty", projects, workers, 1, nights_kept=0),
        Scene(f"one remote, {NIGHTS} nights kept", projects, workers, 1),
        Scene("one remote, 2 nights kept", projects, workers, 1, nights_kept=2),
        Scene(f"{few} remotes, {NIGHTS} nights kept", projects, workers, few),
        Scene(f"{few} remotes, suites 60 times as slow", projects, workers, few, longer=60),
        Scene(f"{few} remotes, 10 % of calls fail", projects, workers, few, failing=0.1),
    ]


def main() -> int:
    quick = parser("scale.night", __doc__, "a tenth of projects and workers").parse_args().quick
    projects, workers = (1000, 20) if quick else (10_000, 200)
    with tempfile.TemporaryDirectory(prefix="bench-night-", dir=memory()) as name:
        os.environ.update({"TESTFIX_CACHE": f"{name}/cache", "DAGSTER_HOME": f"{name}/home"})
        found = measure(Path(name), QUICK_SIZES if quick else SIZES)
    parts = [*found.steps, *(one for each in found.attempts for one in each)]
    pushes, reads = sum(one.pushes for one in parts), sum(one.reads for one in parts)
    print(f"measured: a session has {pushes} pushes, {reads} reads, {found.refs} refs, "
          f"{sum(one.seconds for one in parts):.1f} CPU s of its own; a push costs "
          + ", ".join(f"{1000 * seconds:.0f} ms at {refs:,} refs" for refs, seconds in found.push.items()))  # fmt: skip
    print(f"model: {projects:,} projects, {workers} workers, .3 to 2 s a call, 1 % failing, {CORES} cores a server")
    print(f"{'':<40}{'done':>6}{'hours':>7}{'pushes/s':>10}{'busiest':>10}{'queue s':>9}"
          f"{'workers':>9}{'server':>8}{'lost':>8}   fullest")  # fmt: skip
    for scene in scenes(projects, workers):
        night = Night(scene, found)
        night.run()
        print(night.row(), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
