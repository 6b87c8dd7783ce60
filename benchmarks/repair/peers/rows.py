"""The rows of the peers, beside those of the tasks: made once, and put into words."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.repair import cache, table
from benchmarks.repair.packages import NotReady
from benchmarks.repair.peers import fixkit_peer, throughput
from benchmarks.repair.task import Task

Row = dict[str, Any]
RATIO_AIM, LOOP_AIM = 100.0, 0.020
LOOPS = "endless loops"


def measure(tasks: Sequence[Task], path: Path, seconds: float, deadline: float) -> list[Row]:
    """The rows that are there and those made now: loops, then both peers on each task; none begins after `deadline`."""
    done = {(row["peer"], row["id"]): row for row in cache.rows(path)}
    for peer, name, make in _plan(tasks, seconds):
        if (peer, name) in done or time.monotonic() > deadline:
            continue
        try:
            row = make()
        except NotReady as why:
            print(f"{peer} {name}: left out, {why}", flush=True)
            continue
        done[peer, name] = row
        cache.append(path, row)
        print(f"{peer} {name}: " + ", ".join(f"{k} {v}" for k, v in row.items() if k not in ("id", "peer")), flush=True)
    return list(done.values())


def _plan(tasks: Sequence[Task], seconds: float) -> Iterator[tuple[str, str, Callable[[], Row]]]:
    yield "loops", LOOPS, throughput.loops
    for task in tasks:
        yield "subprocess", task.id, lambda task=task: throughput.ratio(task)  # type: ignore[misc]
        yield "fixkit", task.id, lambda task=task: fixkit_peer.try_task(task, seconds)  # type: ignore[misc]


def lines(rows: Sequence[Row], own: Sequence[Mapping[str, Any]]) -> list[str]:
    """What was measured beside the engine; `own` are the engine's rows, of which the same tasks are taken."""
    by_peer = {peer: [row for row in rows if row["peer"] == peer] for peer in ("fixkit", "subprocess", "loops")}
    fixkit, plain, endless = by_peer.values()
    return [
        *(_fixkit(fixkit, own) if fixkit else ()),
        *([_validation(plain)] if plain else ()),
        *(_loops(row) for row in endless),
    ]


def _fixkit(rows: Sequence[Row], own: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    names = {row["id"] for row in rows}
    same = table.measured([row for row in own if row["id"] in names])
    labels = [row["label"] for row in rows]
    plausible = table.share(sum(label is not None for label in labels), len(rows))
    right = table.share(sum(label in ("exact", "equivalent") for label in labels), len(rows))
    spent = [row["seconds"] for row in rows]
    rate = sum(row["evaluated"] for row in rows) / sum(spent)
    yield (
        f"{' and '.join(fixkit_peer.PINNED)} on {len(rows)} programs, {statistics.median(spent):.0f} s each: "
        f"plausible {plausible}, correct {right}, {rate:.2f} evaluations a second"
    )
    if same["n"]:
        yield (
            f"the engine on {same['n']} of these: plausible {table.share(same['plausible'], same['n'])}, "
            f"correct {table.share(same['correct'], same['n'])}, {same['rate'] or 0:.1f} candidates a second"
        )


def _validation(rows: Sequence[Row]) -> str:
    ratios = sorted(row["warm"] / row["cold"] for row in rows)
    warm, cold = (statistics.median(row[side] for row in rows) for side in ("warm", "cold"))
    word = "met" if statistics.median(ratios) >= RATIO_AIM else "MISSED"
    return (
        f"validation on {len(rows)} programs: {statistics.median(ratios):.0f} times subprocess pytest "
        f"(lowest {ratios[0]:.0f}, highest {ratios[-1]:.0f}), {warm:.0f} against {cold:.2f} candidates a second; "
        f"aim {RATIO_AIM:.0f} {word}"
    )


def _loops(row: Row) -> str:
    word = "met" if row["cpu"] < LOOP_AIM and not row["wrong"] else "MISSED"
    cost = f"{1000 * row['cpu']:.1f} ms CPU each, aim {1000 * LOOP_AIM:.0f} {word}"
    return f"{row['n']} candidates that never end: {cost}"
