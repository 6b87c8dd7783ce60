"""Whether the right edits are in the space that the engine searches, and at which rank, without trying candidates.

    python -m benchmarks.repair.diagnosis [--only GLOB] [--most N] [--rows FILE]

Of each training program: the engine localises and proposes as in a search, but nothing is validated; every proposal is
compared with the right text. So a rank does not depend on the machine's load. Experiments of synthesis are run where
their turn comes, for what they show decides what is proposed next. Not shown: what a search would have done since
passing tests refuted something, and pairs of different edits; of a bug in several places, each place by itself counts
as a part. One line for each program, a table by the kind of the right edit (`shapes.py`) and a summary line at the end.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from benchmarks.repair import cache
from benchmarks.repair.judge import meaning
from benchmarks.repair.programs import Program, programs
from benchmarks.repair.shapes import shape
from benchmarks.repair.small import task
from benchmarks.repair.task import Task
from benchmarks.repair.trial import Budget, Unfit, repair_request
from testfix_pipeline.core.records import FixHistory
from testfix_pipeline.repair.agenda import Agenda
from testfix_pipeline.repair.candidate import Candidate, squeezed
from testfix_pipeline.repair.clock import Clock
from testfix_pipeline.repair.engine import RepairRequest, space_of
from testfix_pipeline.repair.search import proposals
from testfix_pipeline.repair.synthesis.experiments import Experiment
from testfix_pipeline.repair.workers import Workers

MOST = 2000
SECONDS = 600.0


class Goal:
    """The right texts by file, and those with one place mended."""

    def __init__(
        self, buggy: Mapping[str, str], whole: Mapping[str, str], parts: Sequence[Mapping[str, str]] = ()
    ) -> None:
        self.buggy = buggy
        self.shape = " and ".join(sorted({shape(buggy[name], whole[name]) for name in whole}))
        self.texts = [whole, *(parts if len(parts) > 1 else [])]
        self._squeezed = [{name: squeezed(text) for name, text in one.items()} for one in self.texts]
        self._meant = [{name: meaning(text.encode()) for name, text in one.items()} for one in self.texts]

    @classmethod
    def of(cls, program: Program) -> Goal:
        buggy = {edit.file: (program.root / edit.file).read_text(encoding="utf-8") for edit in program.edits}
        whole = dict(buggy)
        for edit in program.edits:
            whole[edit.file] = whole[edit.file].replace(edit.old, edit.new)
        return cls(buggy, whole, [{e.file: buggy[e.file].replace(e.old, e.new)} for e in program.edits])

    def reached(self, candidate: Candidate) -> int | None:
        """0 for the right text, 1 and up for one of its parts, None for anything else."""
        texts = candidate.texts
        for number, short in enumerate(self._squeezed):
            alike = texts.keys() == short.keys() and all(squeezed(texts[n]) == text for n, text in short.items())
            if alike and all(meaning(texts[n].encode()) == text for n, text in self._meant[number].items()):
                return number
        return None


def covered(program: Program, most: int) -> dict[str, Any]:
    """The row of one program. Raises Unfit."""
    goal = Goal.of(program)
    found = searched(task(program), goal, most)
    return {"id": program.name, "shape": goal.shape, "places": len(goal.texts) - 1 or 1, **found}


def searched(task: Task, goal: Goal, most: int, history: FixHistory | None = None) -> dict[str, Any]:
    """At which rank, and by which kind of edit, the goal is proposed. history: what landed before. Raises Unfit."""
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as closing:
        folder = Path(name)
        for part in ("subject", "work"):
            (folder / part).mkdir()
        request = repair_request(task, task.build(folder / "subject"), folder, Budget(SECONDS, 1))
        request = replace(request, history=history)
        workers = Workers(request, Clock(SECONDS), folder / "work", closing)
        return _searched(request, workers, goal, most)


def _searched(request: RepairRequest, workers: Workers, goal: Goal, most: int) -> dict[str, Any]:
    first = workers.first()
    space = space_of(request, first, workers.sources)
    notes: list[str] = []
    seen: set[int] = set()
    agenda = Agenda(space, first.first_look(0), proposals(space, notes, seen), seen, notes)
    reached: dict[int, tuple[int, str]] = {}
    tried, began = 0, time.process_time()
    for found in agenda:
        if isinstance(found, Experiment):
            found.settle(found.run(first))
            tried += len(found.kinds)
            continue
        tried += 1
        which = goal.reached(found)
        if which is not None:
            reached.setdefault(which, (tried, found.kind))
        if 0 in reached or tried >= most:
            break
    rank, kind = reached.get(0, (None, ""))
    parts = {str(number): at for number, at in reached.items() if number}
    cpu = round(time.process_time() - began, 1)
    return {"rank": rank, "kind": kind, "parts": parts, "tried": tried, "cpu": cpu, "notes": notes[:3]}


def said(row: Mapping[str, Any]) -> str:
    if row["rank"] is not None:
        return f"{row['id']:24} {row['shape']:44} rank {row['rank']:5} by {row['kind']!r}"
    parts = ", ".join(f"part {n} at {at} by {kind!r}" for n, (at, kind) in row["parts"].items())
    return f"{row['id']:24} {row['shape']:44} NOT among {row['tried']}" + (f" ({parts})" if parts else "")


def table(rows: list[dict[str, Any]]) -> Iterator[str]:
    """By the kind of the right edit: how many there are, how many are in the space, their median rank."""
    yield f"{'kind of the right edit':46} {'n':>3} {'in the space':>12} {'median rank':>11}"
    for kind in sorted({row["shape"] for row in rows}):
        of_kind = [row for row in rows if row["shape"] == kind]
        yield f"{kind:46} {len(of_kind):3} {_share(of_kind)}"
    ranks = sorted(row["rank"] for row in rows if row["rank"] is not None)
    yield f"{len(ranks)} of {len(rows)} right edits are in the space, {_share(rows).split()[-1]} is their median rank"


def _share(rows: list[dict[str, Any]]) -> str:
    ranks = sorted(row["rank"] for row in rows if row["rank"] is not None)
    return f"{len(ranks):12} {ranks[len(ranks) // 2] if ranks else '-':>11}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="*", help="globs of program names, with commas between them")
    parser.add_argument("--most", type=int, default=MOST, help="proposals that are looked at")
    parser.add_argument("--rows", type=Path, help="file of the rows; those that are there are not made again")
    wanted = parser.parse_args()
    rows = {row["id"]: row for row in cache.rows(wanted.rows)} if wanted.rows else {}
    chosen = [one for one in programs("training") if any(fnmatch(one.name, glob) for glob in wanted.only.split(","))]
    for program in chosen:
        if program.name not in rows:
            try:
                rows[program.name] = covered(program, wanted.most)
            except Unfit as why:
                print(f"{program.name}: left out, {why}", flush=True)
                continue
            if wanted.rows:
                with wanted.rows.open("a") as file:
                    file.write(json.dumps(rows[program.name]) + "\n")
        print(said(rows[program.name]), flush=True)
    print("\n".join(table([rows[one.name] for one in chosen if one.name in rows])))


if __name__ == "__main__":
    main()
