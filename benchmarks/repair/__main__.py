"""Measures the repair engine on bugs, one table and one summary line at the end.

    python -m benchmarks.repair --set training --section removed --limit 12 --seconds 30 --rows /tmp/rows.jsonl

Every task leaves a raw row; rows that are there already are not made again, so a run that was stopped goes on. The
sections take turns, so that a run cut short by the deadline is a fair sample. See README.md.
"""

from __future__ import annotations

import argparse
import fnmatch
import hashlib
import os
import random
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.repair import cache, collection, table
from benchmarks.repair.task import SECTIONS, Task
from benchmarks.repair.trial import Budget, Unfit, run_trial

QUICK = os.environ.get("QUICK") == "1"
SECONDS, CORES = (20.0, 2) if QUICK else (120.0, 2)
DEADLINE_MINUTES = 9.0 if QUICK else 140.0
EACH_SECTION = 5 if QUICK else None
SEED = "order-1"
ENGINE = ("testfix_pipeline/repair", "testfix_pipeline/execution")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.repair", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--set", choices=("training", "measuring"), default="measuring")
    parser.add_argument("--section", default=",".join(SECTIONS), help="some of " + ",".join(SECTIONS))
    parser.add_argument("--limit", type=int, default=EACH_SECTION, help="tasks of each section")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="budget of one task")
    parser.add_argument("--cores", type=int, default=CORES)
    parser.add_argument("--only", default="*", help="glob of task ids")
    parser.add_argument("--rows", type=Path, help="file of the raw rows; default: in the cache, by engine and budget")
    parser.add_argument("--minutes", type=float, default=DEADLINE_MINUTES, help="no new task after that")
    parser.add_argument("--list", action="store_true", help="say which tasks there are and leave")
    found = parser.parse_args()
    found.section = [name for name in SECTIONS if name in found.section.split(",")]
    found.rows = found.rows or cache.folder("rows") / f"{found.set}-{engine_hash()}-{found.seconds:g}s.jsonl"
    return found


def engine_hash() -> str:
    """Which engine made the rows: a hash over its source files."""
    root, digest = Path(__file__).parents[2], hashlib.sha256()
    for folder in ENGINE:
        for path in sorted((root / folder).rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:10]


def in_turns(tasks: Iterable[Task], limit: int | None) -> list[Task]:
    """One task of each section after the other, each section shuffled with a seed, `limit` of each."""
    queues = {name: [task for task in tasks if task.section == name] for name in SECTIONS}
    for name, queue in queues.items():
        random.Random(f"{SEED}:{name}").shuffle(queue)
        del queue[limit if limit is not None else len(queue) :]
    most = max(map(len, queues.values()), default=0)
    return [queue[turn] for turn in range(most) for queue in queues.values() if turn < len(queue)]


def measure(tasks: Sequence[Task], rows: Path, budget: Budget, minutes: float) -> list[dict[str, Any]]:
    """The rows of these tasks: those that are there and those made now, until the time is up."""
    wanted = {task.id for task in tasks}
    done = {row["id"]: row for row in cache.rows(rows) if row["id"] in wanted}
    deadline = time.monotonic() + 60 * minutes
    for number, task in enumerate(tasks, 1):
        if task.id in done:
            continue
        if time.monotonic() > deadline:
            print(f"the time is up before task {number} of {len(tasks)}", flush=True)
            break
        try:
            done[task.id] = row = run_trial(task, budget)
        except Unfit as why:
            print(f"[{number}/{len(tasks)}] {task.id}: left out, {why}", flush=True)
            continue
        cache.append(rows, row)
        print(f"[{number}/{len(tasks)}] {said(row)}", flush=True)
    return list(done.values())


def said(row: dict[str, Any]) -> str:
    """One task in a few lines: what was done to the code, what was found, and where the bug ranks among suspects."""
    old, new = (" ".join(text.split())[:90] for text in row["change"])
    first = row["patches"][0] if row["patches"] else None
    if first is None:
        place = "not among the suspects" if row["suspect_rank"] is None else f"suspect {row['suspect_rank']}"
        found = f"MISS ({row['ended']}; {place} of {row['suspects']})"
    else:
        found = f"{first['label'].upper()} {first['kind']!r} at {first['confidence']:.2f}, right one: {row['rank']}"
        found += f", first after {row['first_seconds']} s"
    tried = f"{row['candidates']} tried in {row['seconds']:.0f} s"
    return f"{row['id']} {row['kind']}: {old!r} -> {new!r}\n    {found}; {tried}"


def main() -> int:
    wanted = arguments()
    tasks = [task for task in collection.tasks(wanted.set, wanted.section) if fnmatch.fnmatch(task.id, wanted.only)]
    tasks = in_turns(tasks, wanted.limit)
    if wanted.list:
        print("\n".join(f"{task.id}  {task.kind}" for task in tasks))
        return 0
    print(f"{len(tasks)} tasks, {wanted.seconds:g} s and {wanted.cores} cores each; rows: {wanted.rows}", flush=True)
    rows = measure(tasks, wanted.rows, Budget(wanted.seconds, wanted.cores), wanted.minutes)
    print("\n".join(table.table(rows)))
    if QUICK:
        print("QUICK: a small sample with a small budget, no measurement against the aims")
    print(table.summary(rows, len(tasks)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
