"""Measures the repair engine on bugs, one table and one summary line at the end.

    python -m benchmarks.repair --set training --section removed --limit 12 --seconds 30 --rows /tmp/rows.jsonl

Every task leaves a raw row; rows that are there already are not made again, so a run that was stopped goes on. The
sections take turns, so that a run cut short by its deadline is a fair sample. See README.md.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.proof import quick_wanted
from benchmarks.repair import cache, collection, table
from benchmarks.repair.learning import calibration
from benchmarks.repair.task import SECTIONS, SETS, Section, Task
from benchmarks.repair.trial import Budget, Unfit, run_trial

CORES = 2
SEED = "order-1"
ENGINE = ("testfix_pipeline/repair", "testfix_pipeline/execution")
TURNS: dict[Section, int] = {
    "programs": 3, "changed": 3, "removed": 2, "removed-history": 2, "double": 1, "historical": 2,
}  # fmt: skip
"""How many tasks of each section a round takes: cheap ones and those with strict aims more often."""


@dataclass(frozen=True)
class Scale:
    """How much is measured: seconds of one task, minutes of all, the most tasks of a section."""

    seconds: float
    minutes: float
    limit: int | None


FULL = Scale(seconds=120, minutes=122, limit=None)
QUICK = Scale(seconds=20, minutes=7, limit=4)


def arguments(quick: bool) -> argparse.Namespace:
    scale = QUICK if quick else FULL
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.repair", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--set", choices=SETS, default="measuring")
    parser.add_argument("--section", default=",".join(SECTIONS), help="some of " + ",".join(SECTIONS))
    parser.add_argument("--limit", type=int, default=scale.limit, help="tasks of each section")
    parser.add_argument("--seconds", type=float, default=scale.seconds, help="budget of one task")
    parser.add_argument("--cores", type=int, default=CORES)
    parser.add_argument("--only", default="*", help="glob of task ids")
    parser.add_argument("--rows", type=Path, help="file of the raw rows; default: in the cache, by engine and budget")
    parser.add_argument("--minutes", type=float, default=scale.minutes, help="no new task after that")
    parser.add_argument("--prepare", action="store_true", help="make first what the cache lacks")
    parser.add_argument("--list", action="store_true", help="say which tasks there are and leave")
    found = parser.parse_args()
    found.section = [name for name in SECTIONS if name in found.section.split(",")]
    default = f"{found.set}-{engine_hash()}-{found.seconds:g}s.jsonl"
    found.rows = found.rows or cache.folder("rows") / default
    return found


def engine_hash() -> str:
    """Which engine made the rows: a hash over its source files."""
    return cache.code_version(*ENGINE)[:10]


def in_turns(tasks: Sequence[Task], limit: int | None) -> list[Task]:
    """A few tasks of each section after the other (see TURNS), `limit` of each section.

    Each section is shuffled with a seed; tasks that may have been read come after those that were not.
    """
    queues = {name: shuffled_tasks([task for task in tasks if task.section == name], name)[:limit] for name in SECTIONS}
    order = []
    while any(queues.values()):
        for name, queue in queues.items():
            order += queue[: TURNS[name]]
            del queue[: TURNS[name]]
    return order


def shuffled_tasks(tasks: Sequence[Task], section: Section) -> list[Task]:
    """The tasks of a section in a random order, always the same one; those that may have been read last."""
    halves: list[list[Task]] = [[task for task in tasks if task.seen is seen] for seen in (False, True)]
    for half in halves:
        random.Random(f"{SEED}:{section}").shuffle(half)
    return [task for half in halves for task in half]


def measure(tasks: Sequence[Task], rows: Path, budget: Budget, deadline: float) -> list[dict[str, Any]]:
    """The rows of these tasks: those that are there and those made now; none begins after `deadline` (monotonic)."""
    wanted = {task.id for task in tasks}
    done = {row["id"]: row for row in cache.rows(rows) if row["id"] in wanted}
    for number, task in enumerate(tasks, 1):
        if task.id in done:
            continue
        if time.monotonic() > deadline:
            print(f"the time is up before task {number} of {len(tasks)}", flush=True)
            break
        row = tried(task, budget)
        if row is not None:
            done[task.id] = row
            cache.append(rows, row)
            print(f"[{number}/{len(tasks)}] {said(row)}", flush=True)
    return list(done.values())


def tried(task: Task, budget: Budget) -> dict[str, Any] | None:
    """The row of a task; None, and the reason said, where it can't be tried."""
    try:
        return run_trial(task, budget)
    except Unfit as why:
        print(f"{task.id}: left out, {why}", flush=True)
    return None


def said(row: dict[str, Any]) -> str:
    """One task in a few lines: what was done to the code, what was found, and where the bug ranks among locations."""
    old, new = (" ".join(text.split())[:90] for text in row["change"])
    first = row["patches"][0] if row["patches"] else None
    if first is None:
        place = "not among the locations" if row["suspect_rank"] is None else f"location {row['suspect_rank']}"
        found = f"MISS ({row['ended']}; {place} of {row['suspects']})"
    else:
        found = f"{first['label'].upper()} {first['kind']!r} at {first['confidence']:.2f}, right one: {row['rank']}"
        found += f", first after {row['first_seconds']} s"
    tried = f"{row['candidates']} tried in {row['seconds']:.0f} s"
    return f"{row['id']} {row['kind']}: {old!r} -> {new!r}\n    {found}; {tried}"


def main() -> int:
    began = time.monotonic()
    quick = quick_wanted()
    wanted = arguments(quick)
    if wanted.prepare:
        collection.prepare(wanted.set, wanted.section, quick=quick)
    tasks = in_turns(list(collection.tasks(wanted.set, wanted.section, wanted.only, quick=quick)), wanted.limit)
    if wanted.list:
        print("\n".join(f"{task.id}  {task.kind}" for task in tasks))
        return 0
    print(f"{len(tasks)} tasks, {wanted.seconds:g} s and {wanted.cores} cores each; rows: {wanted.rows}", flush=True)
    deadline = began + 60 * wanted.minutes
    rows = measure(tasks, wanted.rows, Budget(wanted.seconds, wanted.cores), deadline)
    print("\n".join(table.table(rows)))
    print(f"\nconfidence of the first choices:\n{calibration.table(calibration.first_choices(rows))}\n")
    if quick:
        print("QUICK: a small sample with a small budget, no measurement against the aims")
    print(table.summary(rows, len(tasks)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
