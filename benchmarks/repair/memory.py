"""The most memory that a repair takes, all of its processes together, in projects of 500 tests and more.

    python -m benchmarks.repair.memory --seconds 60 --cores 2

A made project whose failing test nothing can mend, so that all the time is searched; and of the packages in the cache
the one with the largest suite, with a line removed. Memory is the proportional set size of the searching process and of
all below it, as pages that forked processes share are there once; sampled ten times a second: a shorter peak is missed.
"""

from __future__ import annotations

import argparse
import tempfile
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil

from benchmarks.repair import collection
from benchmarks.repair.trial import Budget, Unfit, run_trial
from testfix_pipeline.repair.api import repair_project

AIM_MIB = 1024
EVERY_SECONDS = 0.1
MODULES, TESTS_OF_EACH = 101, 5
MODULE = """\
LIMIT = {number}


def clamp(values):
    total = 0
    for value in values:
        if value > LIMIT:
            value = LIMIT
        total += value
    return total
"""


@dataclass(frozen=True)
class Took:
    """MiB at the most, with so many processes then; `before`: of this process, before it began."""

    name: str
    tests: int
    tried: int
    before: float
    peak: float
    processes: int


class Watch:
    """Samples the memory of this process and all below it while it is open."""

    def __init__(self) -> None:
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self.before = _mib(psutil.Process())
        self.peak, self.processes = self.before, 1

    def __enter__(self) -> Watch:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _run(self) -> None:
        own = psutil.Process()
        while not self._ended.wait(EVERY_SECONDS):
            every = [own, *own.children(recursive=True)]
            now = sum(map(_mib, every))
            if now > self.peak:
                self.peak, self.processes = now, len(every)


def _mib(process: psutil.Process) -> float:
    """Its proportional set size; 0 for one that has ended meanwhile."""
    try:
        return float(process.memory_full_info().pss) / 2**20
    except psutil.Error:
        return 0.0


def made(root: Path) -> Path:
    """500 tests of a hundred modules, and in one more module one that asks for two results of the same call."""
    for number in range(MODULES):
        (root / f"part{number}.py").write_text(MODULE.format(number=number))
        cases = [
            f"def test_{case}():\n    assert clamp([{case}] * {case}) <= {case**2}\n" for case in range(TESTS_OF_EACH)
        ]
        (root / f"test_part{number}.py").write_text("\n".join([f"from part{number} import clamp\n", *cases]))
    hopeless = "def test_never():\n    assert [clamp([9, n]) for n in (1, 1, 2)] == [5, 6, 7]\n"
    (root / "test_part7.py").write_text(f"from part7 import clamp\n\n{hopeless}")
    return root


def on_made(seconds: float, cores: int) -> Took:
    with tempfile.TemporaryDirectory(prefix="testfix-bench-") as folder, Watch() as watch:
        report = repair_project(made(Path(folder)), seconds=seconds, cores=cores)
    tried = sum(bug.candidates for bug in report.bugs)
    return Took("made", report.tests, tried, watch.before, watch.peak, watch.processes)


def on_package(seconds: float, cores: int) -> Took | None:
    """None where no package is in the cache, or its suite does not run."""
    tasks = list(collection.tasks("measuring", ["removed"]))
    if not tasks:
        return None
    largest = max(tasks, key=lambda task: len(task.visible))
    try:
        with Watch() as watch:
            row = run_trial(largest, Budget(seconds, cores))
    except Unfit:
        return None
    return Took(largest.id, row["tests"], row["candidates"], watch.before, watch.peak, watch.processes)


def measured(seconds: float, cores: int) -> Iterator[Took]:
    subjects: list[Callable[[float, int], Took | None]] = [on_made, on_package]
    for subject in subjects:
        found = subject(seconds, cores)
        if found is not None:
            yield found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--cores", type=int, default=2)
    wanted = parser.parse_args()
    print(f"{'project':32} {'tests':>6} {'tried':>7} {'before MiB':>11} {'most MiB':>9} {'processes':>10}")
    peaks = []
    for one in measured(wanted.seconds, wanted.cores):
        print(f"{one.name:32} {one.tests:6} {one.tried:7} {one.before:11.0f} {one.peak:9.0f} {one.processes:10}")
        peaks.append(one.peak)
    print(f"memory: at most {max(peaks):.0f} MiB, aim {AIM_MIB}: {'met' if max(peaks) < AIM_MIB else 'MISSED'}")


if __name__ == "__main__":
    main()
