"""Collects the rows: searches of training programs that go on for a while after the first patch, each patch judged.

The engine was developed on the training programs, so most of their bugs are in its reach: how often it is right on them
says little. Hence bugs that nobody wrote for it, mutations of the programs with some of their tests hidden, and
searches without half of the producers, chosen by chance: a bug is then as likely out of reach as one of a new program.
"""

from __future__ import annotations

import ast
import math
import random
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

from benchmarks.repair import cache, small
from benchmarks.repair.judge import project
from benchmarks.repair.programs import Program, programs
from benchmarks.repair.reach import MUTATIONS, drawn
from benchmarks.repair.task import Task
from benchmarks.repair.trial import Budget, Unfit, repair_request
from benchmarks.repair.trust.labels import labels_of
from testfix_pipeline.execution.runners.pytest_runner import run_suite
from testfix_pipeline.repair.engine import repair
from testfix_pipeline.repair.languages.python.language import PYTHON
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.rank import ranked
from testfix_pipeline.repair.stop_condition import StopCondition

SECONDS, MORE_TRIES, MORE_SECONDS = 12.0, 400, 3.5
"""Of a search, and after its first patch."""
MOST_JUDGED = 14
DROPPED = 0.5
"""The share of producers that a search does without, where it does without any."""
ROUNDS = 6
"""How often a program is mutated."""
Producers = Sequence[Any]


@dataclass(frozen=True)
class Origin:
    """tasks: of all training programs. drops: whether the search of a task does without some producers."""

    tasks: Callable[[], Iterator[Task]]
    drops: Callable[[Task], bool]


class Prolonged(StopCondition):
    """A stop condition that goes on for a while, and writes down each plausible patch."""

    events: list[dict[str, Any]]
    _counted = 0

    def tried(self, number: int = 1) -> None:
        self._counted += number
        super().tried(number)

    def is_over(self, passed: float) -> bool:
        if self.found_after is None:
            return False
        return self._counted - self.events[0]["tried"] > MORE_TRIES or passed - self.found_after > MORE_SECONDS

    def found(self, candidate: Any, best: str, confidence: float, passed: float) -> None:
        super().found(candidate, best, confidence, passed)
        mark = candidate.fingerprint if candidate is not None else ""
        self.events.append({"tried": self._counted, "seconds": round(passed, 3), "fingerprint": mark})


@contextmanager
def prolonged(producers: Producers) -> Iterator[list[dict[str, Any]]]:
    """The events of the search that is made meanwhile with these producers; all that it finds is among its patches."""
    Prolonged.events = []
    with (
        patch("testfix_pipeline.repair.run.StopCondition", Prolonged),
        patch.object(type(PYTHON), "producers", producers),
        patch(
            "testfix_pipeline.repair.engine.ranked", lambda found, evidence: ranked(found, evidence, limit=MOST_JUDGED)
        ),
    ):
        yield Prolonged.events


def some_producers(seed: str) -> Producers:
    """Those that are left where the others are dropped."""
    chance = random.Random(seed)
    return tuple(one for one in PYTHON.producers if chance.random() >= DROPPED)


def row(task: Task, producers: Producers) -> dict[str, Any]:
    """What one search found, with what the judge says. Raises Unfit."""
    with tempfile.TemporaryDirectory(prefix="testfix-trust-") as name:
        folder = Path(name)
        (folder / "subject").mkdir()
        tree = task.build(folder / "subject")
        request = repair_request(task, tree, folder, Budget(SECONDS, 1))
        with prolonged(producers) as events:
            result = repair(request)
        complete = [one for one in result.patches if one.complete]
        labels = labels_of(task, tree, folder, complete)
        patches = [
            {
                "label": label,
                "kind": one.kind,
                "features": one.features,
                "confidence": one.confidence,
                "fingerprint": one.fingerprint,
                "group": one.group,
                "diff": one.diff,
            }
            for one, label in zip(complete, labels, strict=True)
        ]
        return {"id": task.id, "tried": result.candidates_tried, "events": list(events), "patches": patches}


def written() -> Iterator[Task]:
    """The bugs of the training programs, in a random order."""
    tasks = list(small.tasks("training"))
    random.Random(31).shuffle(tasks)
    yield from tasks


def mutated() -> Iterator[Task]:
    """Mutations of the training programs, as far as a visible test fails, with some tests hidden."""
    every = programs("training")
    random.Random(32).shuffle(every)
    for number in range(ROUNDS):
        for program in every:
            task = _mutated(program, number)
            if task is not None and (thinned := _thinned(task)) is not None:
                yield thinned


def _mutated(program: Program, number: int) -> Task | None:
    """One mutation of one file, each kind as likely."""
    chance = random.Random(f"{program.name} {number}")
    right = {**program.files, **program.fixed}
    path = chance.choice(sorted(name for name in right if name.endswith(".py") and not name.endswith("__init__.py")))
    source = SourceFile(path, right[path].encode())
    found = list(drawn(source, chance.choice(sorted(MUTATIONS)), 1, chance))
    if not found:
        return None
    mutation = chance.choice(found)
    text = mutation.applied(source.text)
    try:
        ast.parse(text)
    except SyntaxError:
        return None
    return Task(
        id=f"mutated/{program.name}/{number}",
        section="changed",
        set="training",
        interpreter=Path(sys.executable),
        build=small.builder(replace(program, files={**right, path: text}, edits=()).write_buggy),
        reference={path: (source.text,)},
        hidden_files=program.hidden,
        kind=mutation.kind,
    )


def _thinned(task: Task) -> Task | None:
    """The task with one or two failing tests and half of the passing ones; None where none fails."""
    with tempfile.TemporaryDirectory(prefix="testfix-trust-") as name:
        run = run_suite(project(task, judging=False), task.build(Path(name)), timeout=30)
    failing = sorted(test for test in run.failing if "::" in test) if run.fault is None else []
    if not failing:
        return None
    chance, passed = random.Random(task.id), sorted(run.passed)
    seen = {*chance.sample(failing, min(len(failing), chance.choice([1, 2])))}
    seen |= {*chance.sample(passed, math.ceil(len(passed) / 2))}
    every = sorted({*failing, *passed})
    return replace(task, visible=tuple(every), hidden=tuple(test for test in every if test not in seen))


ORIGINS = {
    "written": Origin(written, lambda task: False),
    "dropped": Origin(lambda: (replace(one, id=f"dropped/{one.id}") for one in written()), lambda task: True),
    "mutated": Origin(mutated, lambda task: random.Random(task.id).random() < 0.5),
}  # fmt: skip


def collect(origin: str, path: Path) -> None:
    """Adds the rows of an origin's tasks that the file lacks; can be stopped at any time."""
    done = {one["id"] for one in cache.rows(path)}
    for task in ORIGINS[origin].tasks():
        if task.id in done:
            continue
        try:
            producers = some_producers(task.id) if ORIGINS[origin].drops(task) else PYTHON.producers
            found = row(task, producers)
        except Unfit as why:
            print(f"{task.id}: left out, {why}", flush=True)
            continue
        cache.append(path, found)
        print(task.id, [one["label"] for one in found["patches"]], flush=True)
