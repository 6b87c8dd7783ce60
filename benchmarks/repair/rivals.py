"""How many rivals of the first plausible patch are worth trying: right answers and tries under several stop rules.

    python -m benchmarks.repair.rivals --programs 45 --seed 7 --rows /tmp/rivals.jsonl

Training programs are searched with a bound on rivals that is hardly ever reached, and each change of the best patch is
recorded with the number of candidates tried so far. The stop rules are then applied to the records, so that all of
them are compared on the same searches. Rows that are there are not made again.
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
from testfix_pipeline.repair import rival_search
from testfix_pipeline.repair.engine import repair
from testfix_pipeline.repair.rival_search import RivalSearch

WIDE, WIDE_SECONDS = 3000, 25.0
RULES = (0, 20, 50, 100, 200, 300, 500, 1000, 3000)
"""How many rivals in a row are tried in vain, times 1 - confidence."""
CORES = 2


class Recorded(RivalSearch):
    """A search for rivals that writes down each plausible patch."""

    events: list[dict[str, Any]]
    _tried = 0

    def tried(self, number: int = 1) -> None:
        self._tried += number
        super().tried(number)

    def found(self, candidate: Any, best: str, confidence: float, passed: float) -> None:
        super().found(candidate, best, confidence, passed)
        self.events.append({"tried": self._tried, "best": best, "confidence": confidence})


@contextmanager
def recording() -> Iterator[list[dict[str, Any]]]:
    """The events of the searches made meanwhile, which go on for very many rivals."""
    Recorded.events = []
    with (
        patch.object(rival_search, "MOST_IN_VAIN", WIDE),
        patch.object(rival_search, "LEAST_SECONDS", WIDE_SECONDS),
        patch("testfix_pipeline.repair.run.RivalSearch", Recorded),
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


def stopped(one: Row, most: int) -> tuple[str, float]:
    """The label of the best patch where the search is stopped by a rule, and how many rivals were tried until then."""
    first, best, since, confidence = one["events"][0]["tried"], "", 0, 0.0
    for event in one["events"]:
        if best and event["tried"] - since > most * (1 - confidence):
            break
        since = since if event["best"] == best else event["tried"]
        best, confidence = event["best"], event["confidence"]
    end = min(since + most * (1 - confidence), one["tried"])
    return one["labels"].get(best, "unknown"), end - first


def table(rows: Sequence[Row]) -> list[str]:
    """A line for each rule: right answers among the searches that found a patch, and rivals tried."""
    known = [one for one in rows if one["events"]]
    lines = [f"{'in vain x (1 - confidence)':>27}{'right':>7}{'rivals, mean':>14}{'median':>8}"]
    for most in RULES if known else ():
        found = [stopped(one, most) for one in known]
        right = sum(label in ("exact", "equivalent") for label, _ in found)
        tries = [tried for _, tried in found]
        lines.append(f"{most:27}{right:7}{statistics.mean(tries):14.0f}{statistics.median(tries):8.0f}")
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
