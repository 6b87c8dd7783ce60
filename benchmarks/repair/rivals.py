"""How likely a rival of the first plausible patch is to be right: what the search's stop condition is fitted to.

    python -m benchmarks.repair.rivals --programs 45 --seed 7 --rows /tmp/rivals.jsonl

Training programs are searched without the stop condition, and each plausible patch is recorded with the number of
candidates tried so far. Stop conditions with several least chances are then applied to the records, so that all of them
are compared on the same searches. Rows that are there are not made again.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from benchmarks.repair import cache, small
from benchmarks.repair.judge import Judge
from benchmarks.repair.table import Row
from benchmarks.repair.task import Task
from benchmarks.repair.trial import Budget, Unfit, repair_request
from testfix_pipeline.repair.engine import repair
from testfix_pipeline.repair.search import stop_condition
from testfix_pipeline.repair.search.stop_condition import ELSEWHERE, LEAST_CHANCE, NEAR, StopCondition, chance_of_better

RULES = (0.1, 0.05, 0.03, LEAST_CHANCE, 0.01, 0.005, 0.0)
"""Chances of a better patch below which a search ends."""
CORES = 2


class Recorded(StopCondition):
    """A stop condition that writes down each plausible patch."""

    events: list[dict[str, Any]]
    _counted = 0

    def tried(self, number: int = 1) -> None:
        self._counted += number
        super().tried(number)

    def found(self, candidate: Any, best: str, confidence: float, passed: float) -> None:
        super().found(candidate, best, confidence, passed)
        self.events.append({"tried": self._counted, "best": best, "confidence": confidence})


@contextmanager
def recording() -> Iterator[list[dict[str, Any]]]:
    """The events of the searches made meanwhile, which only their budget ends."""
    Recorded.events = []
    with (
        patch.object(stop_condition, "LEAST_CHANCE", -1.0),
        patch("testfix_pipeline.repair.search.search_run.StopCondition", Recorded),
    ):
        yield Recorded.events


def row(task: Task, seconds: float) -> dict[str, Any]:
    """What one search found in its order, with the judge's label of each patch that was ever the best. Raises Unfit."""
    with tempfile.TemporaryDirectory(prefix="testfix-bench-") as name:
        folder = Path(name)
        (folder / "subject").mkdir()
        tree = task.build(folder / "subject")
        request = repair_request(task, tree, folder, Budget(seconds, CORES))
        with recording() as events:
            result = repair(request)
        judge, bests = Judge(task, tree, folder), {event["best"] for event in events}
        known = {one.fingerprint: judge.label(one.contents).label for one in result.patches if one.fingerprint in bests}
        return {"id": task.id, "tried": result.candidates_tried, "events": list(events), "labels": known}


def stopped(one: Row, least: float) -> tuple[str, float]:
    """The label of the best patch where the search ends below a chance, and how many rivals were tried until then."""
    first, best, since, confidence = one["events"][0]["tried"], "", 0, 0.0
    for event in one["events"]:
        if best and event["tried"] - since > _tries(confidence, least):
            break
        since = since if event["best"] == best else event["tried"]
        best, confidence = event["best"], event["confidence"]
    end = min(since + _tries(confidence, least), one["tried"])
    return one["labels"].get(best, "unknown"), end - first


def _tries(confidence: float, least: float) -> int:
    """After so many tries in vain the chance of a better patch is below `least`."""
    return next((n for n in range(5000) if chance_of_better(confidence, n, [NEAR, ELSEWHERE]) < least), 5000)


def table(rows: Sequence[Row]) -> list[str]:
    """A line for each rule: right answers among the searches that found a patch, and rivals tried."""
    known = [one for one in rows if one["events"]]
    lines = [f"{'least chance of a better':>27}{'right':>7}{'rivals, mean':>14}{'median':>8}"]
    for least in RULES if known else ():
        found = [stopped(one, least) for one in known]
        right = sum(label in ("exact", "equivalent") for label, _ in found)
        tries = [tried for _, tried in found]
        lines.append(f"{least:27}{right:7}{statistics.mean(tries):14.0f}{statistics.median(tries):8.0f}")
    return [*lines, f"{len(known)} of {len(rows)} searches found a plausible patch"]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.repair.rivals", description=__doc__.split("\n")[0])
    parser.add_argument("--programs", type=int, default=45)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=25.0)
    parser.add_argument("--rows", type=Path, default=cache.folder("rows") / "rivals.jsonl")
    wanted = parser.parse_args()
    done = {one["id"]: one for one in cache.rows(wanted.rows)}
    tasks = list(small.tasks("training"))
    random.Random(wanted.seed).shuffle(tasks)
    for task in tasks[: wanted.programs]:
        if task.id not in done:
            try:
                done[task.id] = row(task, wanted.seconds)
            except Unfit as why:
                print(f"{task.id}: left out, {why}", flush=True)
                continue
            cache.append(wanted.rows, done[task.id])
            print(task.id, len(done[task.id]["events"]), flush=True)
    print("\n".join(table(list(done.values()))))


if __name__ == "__main__":
    main()
