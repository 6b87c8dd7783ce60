"""Measures repair of code that a newer version of a library broke: one table, and one summary line last.

    python -m benchmarks.updates --half development --only 'arrow-*' --seconds 30 --rows /tmp/rows.jsonl

Every pair leaves a raw row; rows that are there already are not made again, so a run that was stopped goes on. See
README.md.
"""

from __future__ import annotations

import argparse
import fnmatch
import random
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.proof import quick_wanted
from benchmarks.repair import cache
from benchmarks.repair.__main__ import engine_hash
from benchmarks.updates import table
from benchmarks.updates.environments import NoEnvironment, interpreter
from benchmarks.updates.old_releases import use_releases
from benchmarks.updates.pairs import FOLDERS, HALVES, Half, Pair, pairs
from benchmarks.updates.trial import run_trial

CORES = 2
SEED = "updates-order-1"


@dataclass(frozen=True)
class Scale:
    """How much is measured: seconds of one pair, minutes of all, the most pairs."""

    seconds: float
    minutes: float
    limit: int | None


FULL = Scale(seconds=60, minutes=140, limit=None)
QUICK = Scale(seconds=20, minutes=8, limit=12)


def arguments(quick: bool) -> argparse.Namespace:
    scale = QUICK if quick else FULL
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.updates", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--half", choices=(*FOLDERS, "both"), default="both")
    parser.add_argument("--limit", type=int, default=scale.limit, help="pairs in all, drawn at random")
    parser.add_argument("--seconds", type=float, default=scale.seconds, help="budget of one pair")
    parser.add_argument("--cores", type=int, default=CORES)
    parser.add_argument("--only", default="*", help="glob of the pairs' names")
    parser.add_argument("--rows", type=Path, help="file of the raw rows; default: in the cache, by engine and budget")
    parser.add_argument("--minutes", type=float, default=scale.minutes, help="no new pair after that")
    parser.add_argument("--without-old", action="store_true", help="no old release of the library is at hand")
    parser.add_argument("--list", action="store_true", help="say which pairs there are and leave")
    found = parser.parse_args()
    without = "-without-old" if found.without_old else ""
    found.rows = found.rows or cache.folder("rows") / f"updates-{engine_hash()}-{found.seconds:g}s{without}.jsonl"
    return found


def chosen(halves: Sequence[Half], only: str, limit: int | None) -> list[Pair]:
    """The pairs in a random order, always the same one, so that a part is a fair sample."""
    order = [pair for pair in pairs(*halves) if fnmatch.fnmatch(pair.name, only)]
    random.Random(SEED).shuffle(order)
    return order[:limit]


def measure(
    wanted: Sequence[Pair], rows: Path, budget: tuple[float, int], deadline: float, has_old: bool = True
) -> list[dict[str, Any]]:
    """The rows of these pairs: those that are there and those made now; none begins after `deadline` (monotonic).

    budget: seconds and cores of one pair. has_old: whether the library's old release is at hand.
    """
    ids = {f"{pair.half}/{pair.name}" for pair in wanted}
    done = {row["id"]: row for row in cache.rows(rows) if row.get("id") in ids}
    for number, pair in enumerate(wanted, 1):
        if f"{pair.half}/{pair.name}" in done:
            continue
        if time.monotonic() > deadline:
            print(f"the time is up before pair {number} of {len(wanted)}", flush=True)
            break
        try:
            use_releases(pair if has_old else None)
            row = run_trial(pair, interpreter(pair, "new"), *budget)
        except NoEnvironment as why:
            print(f"{pair.half}/{pair.name}: left out, {why}", flush=True)
            continue
        done[row["id"]] = row
        cache.append(rows, row)
        print(f"[{number}/{len(wanted)}] {said(row)}", flush=True)
    return list(done.values())


def said(row: dict[str, Any]) -> str:
    """One pair in a line; of a held-out pair neither the name nor the patch, so that nobody learns from it."""
    name = row["id"] if row["half"] != "held-out" else f"held-out ({row['kind']})"
    judged = "EXACT" if row["exact"] else "RIGHT" if row["right"] else "WRONG" if row["plausible"] else "MISS"
    named = [part for part in ("library", "symbol") if row["diagnosis"][part]]
    signs = f"; signs of silencing: {', '.join(row['silencing'])}" if row["silencing"] else ""
    broke = f"; {row['error'].splitlines()[-1]}" if row["error"] and row["half"] != "held-out" else ""
    return (
        f"{name}: {judged}, {row['outcome']}, {row['seconds']:.0f} s; named: {' and '.join(named) or 'nothing'}"
        f"{signs}{broke}"
    )


def main() -> int:
    began = time.monotonic()
    quick = quick_wanted()
    wanted = arguments(quick)
    halves: Sequence[Half] = HALVES if wanted.half == "both" else [wanted.half]
    found = chosen(halves, wanted.only, wanted.limit)
    if not found:
        print(f"There is no pair {wanted.only!r} in {wanted.half}.", file=sys.stderr)
        return 2
    if wanted.list:
        print("\n".join(f"{pair.half}/{pair.name}  {pair.kind}" for pair in found))
        return 0
    print(f"{len(found)} pairs, {wanted.seconds:g} s and {wanted.cores} cores each; rows: {wanted.rows}", flush=True)
    rows = measure(
        found, wanted.rows, (wanted.seconds, wanted.cores), began + 60 * wanted.minutes, not wanted.without_old
    )
    print("\n".join(table.table(rows)))
    if quick:
        print("QUICK: a small sample with a small budget, no measurement against the aims")
    print(table.summary(rows, len(found)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
