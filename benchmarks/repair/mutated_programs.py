"""Mutated training programs, searched: what of each kind of mutation the engine mends, in minutes.

    python -m benchmarks.repair.mutated_programs [--kinds changed|removed] [--most N] [--seed N] [--seconds S]

One mutation in each of so many solved training programs, drawn with a seed, of those that some of the visible tests
notice; the hidden tests judge. Where `reach` asks whether the original could be written at all, this asks whether a
search finds it, and whether it comes first. Rows that are there already are not made again. Prints a line for each, a
table by kind and a summary.
"""

from __future__ import annotations

import argparse
import ast
import random
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.repair import cache
from benchmarks.repair.__main__ import engine_hash
from benchmarks.repair.judge import project
from benchmarks.repair.mutation import Mutation
from benchmarks.repair.programs import Program, programs
from benchmarks.repair.reach import MUTATIONS, by_kind
from benchmarks.repair.small import builder
from benchmarks.repair.task import Task
from benchmarks.repair.trial import Budget, Unfit, run_trial
from testfix_pipeline.execution.runners.pytest_runner import run_suite
from testfix_pipeline.repair.source import SourceFile

ATTEMPTS = 3
"""How many mutations of a program are tried until the tests notice one."""
SUITE_SECONDS = 30


def drawn(kinds: str, seed: int) -> Iterator[Task]:
    """Tasks without end of the programs: one mutation each, in an order that the seed gives."""
    chance = random.Random(seed)
    every = programs("training")
    chance.shuffle(every)
    for program in every:
        found = mutations_of(program, kinds)
        for _ in range(ATTEMPTS if found else 0):
            task = task_of(program, chance.choice(found[chance.choice(sorted(found))]))
            if is_noticed(task):
                yield task
                break


def right_of(program: Program) -> tuple[str, str]:
    """The path and the solved text of the program's first wrong file."""
    path = program.edits[0].file
    text = (program.root / path).read_text(encoding="utf-8")
    for edit in program.edits:
        text = text.replace(edit.old, edit.new) if edit.file == path else text
    return path, text


def mutations_of(program: Program, kinds: str) -> dict[str, list[Mutation]]:
    """By kind; none of a program whose bug is in several files."""
    path, text = right_of(program)
    alone = all(edit.file == path for edit in program.edits)
    return by_kind(SourceFile(path, text.encode()), kinds) if alone else {}


def task_of(program: Program, mutation: Mutation) -> Task:
    path, right = right_of(program)
    text = mutation.applied(right)

    def write(tree: Path) -> None:
        program.write_buggy(tree)
        (tree / path).write_text(text, encoding="utf-8")

    lost = right[mutation.start : mutation.end] if mutation.removes else right.splitlines()[mutation.line - 1].strip()
    return Task(
        id=f"mutated/{program.name}",
        section="programs",
        set="training",
        interpreter=Path(sys.executable),
        build=builder(write),
        reference={path: (right,)},
        hidden_folder=program.root / "hidden",
        kind=mutation.kind,
        change=(lost, mutation.new),
        lines={path: frozenset({mutation.line})},
    )


def is_noticed(task: Task) -> bool:
    """Whether the mutated program is still Python, and some of its tests fail and some pass."""
    with tempfile.TemporaryDirectory(prefix="testfix-bench-") as name:
        tree = task.build(Path(name))
        for path in task.reference:
            try:
                ast.parse((tree / path).read_text(encoding="utf-8"))
            except SyntaxError:
                return False
        run = run_suite(project(task, judging=False), tree, timeout=SUITE_SECONDS)
        return run.fault is None and bool(run.failing) and bool(run.passed)


def said(row: dict[str, Any]) -> str:
    """One line about a row."""
    best = row["patches"][0] if row["patches"] else None
    found = (
        f"{best['label']} {best['kind']!r} at {best['confidence']:.2f}" if best else f"nothing, {row['ended']} ended"
    )
    return (
        f"{row['id'].split('/')[-1]:22} {row['kind']:28} {found}, right one: {row['rank']}; {row['candidates']} tried"
    )


def table(rows: list[dict[str, Any]]) -> Iterator[str]:
    by_kind: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        by_kind[row["kind"]].append(row)
    yield f"{'kind':30} {'n':>3} {'plausible':>10} {'in list':>8} {'right first':>12}"
    for kind, some in [*sorted(by_kind.items()), ("all", rows)]:
        counts = (row["plausible"] for row in some), (row["rank"] is not None for row in some)
        first = sum(row["rank"] == 1 for row in some)
        yield f"{kind:30} {len(some):3} {sum(counts[0]):10} {sum(counts[1]):8} {first:12}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kinds", choices=sorted(MUTATIONS), default="removed", help="of mutations")
    parser.add_argument("--most", type=int, default=40, help="programs")
    parser.add_argument("--seed", type=int, default=1, help="which programs, and which mutations of them")
    parser.add_argument("--seconds", type=float, default=20, help="of each search")
    parser.add_argument("--cores", type=int, default=1)
    parser.add_argument("--rows", type=Path, help="file of the raw rows; default: in the cache, by engine and question")
    wanted = parser.parse_args()
    name = f"mutated-{engine_hash()}-{wanted.kinds}-{wanted.seed}-{wanted.seconds:g}s.jsonl"
    path = wanted.rows or cache.folder("rows") / name
    known = {row["id"]: row for row in cache.rows(path)}
    rows: list[dict[str, Any]] = []
    for task in drawn(wanted.kinds, wanted.seed):
        if len(rows) == wanted.most:
            break
        try:
            row = known.get(task.id) or run_trial(task, Budget(wanted.seconds, wanted.cores))
        except Unfit as why:
            print(f"{task.id}: {why}", flush=True)
            continue
        if task.id not in known:
            cache.append(path, row)
        rows.append(row)
        print(said(row), flush=True)
    print(*table(rows), sep="\n")
    first = sum(row["rank"] == 1 for row in rows)
    print(f"mutated programs: {first} of {len(rows)} right first, {wanted.seconds:g} s each on {wanted.cores} cores")


if __name__ == "__main__":
    main()
