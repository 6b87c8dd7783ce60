"""`make prove-kills`: a cycle through all four strategies, broken off everywhere, and what the resume makes of it.

For each numbered operation of the cycle: SIGKILL right before it; and, once more, that operation failing with a full
disk, a failing one or a missing right, in turn. Then kills at random instants, and kills of whole `testfix` commands
through Dagster. Rows are kept under the user's cache by the state of the code, so that a broken-off run goes on. The
points are taken in an order that is spread evenly at any time: `--quick` and `--minutes` take the first ones. As many
processes as there are cores share them, each with worlds of its own. Exits with 1 where a row is wrong.
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.kills.dagster_points import DagsterPoints
from benchmarks.kills.sweep import Row, Sweep, as_dict
from benchmarks.proof import StoredRows, memory, parser

SOURCES = ("testfix_pipeline/workspace", "testfix_pipeline/steps", "testfix_pipeline/cycle.py", "benchmarks/kills")
INSTANTS, DAGSTER = 100, 40
QUICK_MINUTES, FULL_MINUTES = 9.0, 145.0
SHARES = {"kill": 0.42, "fail": 0.38, "instant": 0.06, "dagster": 0.14}
"""Of the time that is given: how much each kind of point may take, in this order."""
Point = tuple[str, int, int]


def main() -> int:
    options = _options()
    minutes = options.minutes or (QUICK_MINUTES if options.quick else FULL_MINUTES)
    kept = StoredRows("kills", *SOURCES, fresh=options.fresh)
    with tempfile.TemporaryDirectory(prefix="prove-kills-", dir=memory()) as top:
        points = _all_points(Path(top), minutes, kept)
    known = _by_point(StoredRows("kills", *SOURCES))  # with those of the other processes
    _table(points, known)
    wrong = [row for row in known.values() if row["wrong"]]
    total = sum(len(found) for found in points.values())
    print(f"{total} points, {len(known)} tried: {len(known) - len(wrong)} as if nothing had been, {len(wrong)} wrong")
    return 1 if wrong else 0


def _options() -> argparse.Namespace:
    found = parser("kills", __doc__, f"as far as {QUICK_MINUTES:.0f} minutes go", "try everything again")
    found.add_argument("--minutes", type=float, default=0.0, help=f"another limit than {FULL_MINUTES:.0f}")
    return found.parse_args()


def _all_points(top: Path, minutes: float, kept: StoredRows) -> dict[str, list[Point]]:
    """Try the points that are not known yet, in a process for each core; all points there are, by kind."""
    cores = len(os.sched_getaffinity(0))
    fork = multiprocessing.get_context("fork")
    workers = [
        fork.Process(target=_work, args=(top, minutes, kept, (at, cores)), daemon=True) for at in range(1, cores)
    ]
    for worker in workers:
        worker.start()
    points = _work(top, minutes, kept, (0, cores))
    for worker in workers:
        worker.join()
        if worker.exitcode:
            raise RuntimeError(f"A process of the sweep ended with {worker.exitcode}.")
    return points


def _work(top: Path, minutes: float, kept: StoredRows, share: tuple[int, int]) -> dict[str, list[Point]]:
    """Try this process's share of the points, each kind within its part of the time. Rows go to the file."""
    began = time.monotonic()
    mine, of_all = share
    known = _by_point(kept)
    sweep = Sweep(top / f"cycle-{mine}")
    through_dagster = DagsterPoints(top / f"dagster-{mine}", DAGSTER)
    points: dict[str, list[Point]] = {
        "kill": [("kill", s, n + 1) for s, found in enumerate(sweep.operations("kill")) for n in range(len(found))],
        "fail": [("fail", s, n + 1) for s, found in enumerate(sweep.operations("fail")) for n in range(len(found))],
        "instant": [("instant", 0, number + 1) for number in range(INSTANTS)],
        "dagster": [("dagster", 0, number + 1) for number in range(DAGSTER)],
    }
    until = 0.0
    for kind, found in points.items():
        until += SHARES[kind] * minutes * 60
        for point in itertools.islice(_spread(found), mine, None, of_all):
            if point in known:
                continue
            if time.monotonic() - began > until:
                break
            _try(point, sweep, through_dagster, kept)
    return points


def _spread(points: list[Point]) -> Iterator[Point]:
    """The points in steps of a prime number, so that any beginning of them lies all over the cycle."""
    step = next(prime for prime in (61, 67, 71) if len(points) % prime)
    return (points[index * step % len(points)] for index in range(len(points)))


def _try(point: Point, sweep: Sweep, through_dagster: DagsterPoints, kept: StoredRows) -> None:
    """Try a point and keep its row."""
    kind, segment, number = point
    row: Row
    if kind == "kill":
        row = sweep.killed(segment, number)
    elif kind == "fail":
        row = sweep.failed(segment, number)
    elif kind == "instant":
        row = sweep.at_instant(number)
    else:
        row = through_dagster.killed(number)
    for reason in row.wrong:
        print(f"WRONG {kind} {segment}.{number} before {row.what}: {reason[-1500:]}", flush=True)
    kept.add({**as_dict(row), "point": list(point)})


def _by_point(kept: StoredRows) -> dict[Point, dict[str, Any]]:
    return {(row["point"][0], row["point"][1], row["point"][2]): row for row in kept.rows}


def _table(points: dict[str, list[Point]], known: dict[Point, dict[str, Any]]) -> None:
    titles = {
        "kill": "killed before an operation",
        "fail": "an operation fails",
        "instant": "killed at a random instant",
        "dagster": "`testfix fix` killed, through Dagster",
    }
    print(f"{'point':<40}{'there are':>10}{'tried':>8}{'right':>8}{'wrong':>8}")
    for kind, found in points.items():
        rows = [known[point] for point in found if point in known]
        wrong = sum(bool(row["wrong"]) for row in rows)
        print(f"{titles[kind]:<40}{len(found):>10}{len(rows):>8}{len(rows) - wrong:>8}{wrong:>8}")


if __name__ == "__main__":
    sys.exit(main())
