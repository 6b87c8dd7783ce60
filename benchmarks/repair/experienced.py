"""What it is worth to know what landed before in a project: the rank of the right edit without and with it.

    python -m benchmarks.repair.experienced [--bugs N] [--seed N] [--most N]

A program's bugs of one kind come one after the other, as where somebody makes the same slip again: mutations of solved
training programs, three of one kind in each. Each later bug is searched three times: without a history, with what
landed in the program before, and with what landed for bugs of another kind, which is no guide. Nothing is validated
(see `diagnosis.py`), so the ranks do not depend on the machine. A line for each bug, a table, and a summary line.
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from benchmarks.repair.diagnosis import Goal, searched
from benchmarks.repair.mutated_programs import is_noticed, mutations_of, right_of, task_of
from benchmarks.repair.mutation import Mutation
from benchmarks.repair.programs import Program, programs
from benchmarks.repair.trial import Unfit
from testfix_pipeline.core.records import Attempt, FixHistory

EACH = 3
"""Bugs of a program."""
MOST = 2000


class Bug(NamedTuple):
    """Ranks of the right edit; `most` where it was not proposed by then."""

    program: str
    kind: str
    without: int
    same: int
    other: int


def landed(kinds: Sequence[str]) -> FixHistory:
    """A history in which a fix of each of these kinds landed."""
    attempts = []
    for number, kind in enumerate(kinds, 1):
        attempt = Attempt(iteration=number, task_id=f"IMPL-fix-{number}", strategy="conservative", result="landed")
        attempts.append(attempt.model_copy(update={"details": {"plausible": [{"kind": kind}]}}))
    return FixHistory(attempts=attempts)


def bugs(seed: int, most: int) -> Iterator[Bug]:
    """Without end but for that of the programs; an order that the seed gives."""
    chance = random.Random(seed)
    every = programs("training")
    chance.shuffle(every)
    by_kind: dict[str, list[str]] = {}
    for program in every:
        before: list[str] = []
        for mutation in _of_one_kind(program, chance):
            elsewhere = next((known for kind, known in by_kind.items() if kind != mutation.kind), [])
            goal, task = _goal(program, mutation), task_of(program, mutation)
            try:
                without = searched(task, goal, most)
                if before and elsewhere:
                    same, other = (searched(task, goal, most, landed(known)) for known in (before, elsewhere))
                    ranks = (most if one["rank"] is None else one["rank"] for one in (without, same, other))
                    yield Bug(program.name, mutation.kind, *ranks)
            except Unfit:
                continue
            if without["kind"]:
                before.append(without["kind"])
                by_kind[mutation.kind] = before


def _of_one_kind(program: Program, chance: random.Random) -> list[Mutation]:
    """Mutations of one of the kinds that the program has room for several of, as far as its tests notice them."""
    kinds = [some for some in mutations_of(program, "changed").values() if len(some) >= EACH]
    if not kinds:
        return []
    found = chance.choice(kinds)
    tried = chance.sample(found, min(2 * EACH, len(found)))
    noticed = [one for one in tried if is_noticed(task_of(program, one))][:EACH]
    return noticed if len(noticed) > 1 else []


def _goal(program: Program, mutation: Mutation) -> Goal:
    path, right = right_of(program)
    return Goal({path: mutation.applied(right)}, {path: right})


def table(found: Sequence[Bug]) -> Iterator[str]:
    """Ranks: their mean by logarithm, median, ninth decile; and at how many bugs they are lower or higher."""
    yield f"{'what landed before':20} {'n':>3} {'mean':>6} {'median':>6} {'p90':>6} {'earlier':>8} {'later':>6}"
    columns = {
        "nothing": [one.without for one in found],
        "the same slip": [one.same for one in found],
        "another kind": [one.other for one in found],
    }
    for name, ranks in columns.items():
        pairs = list(zip(ranks, columns["nothing"], strict=True))
        earlier, later = sum(a < b for a, b in pairs), sum(a > b for a, b in pairs)
        ordered = sorted(ranks)
        mean = math.exp(sum(map(math.log, ranks)) / len(ranks))
        middle, high = ordered[len(ordered) // 2], ordered[9 * len(ordered) // 10]
        yield f"{name:20} {len(ranks):3} {mean:6.1f} {middle:6} {high:6} {earlier:8} {later:6}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bugs", type=int, default=40, help="how many, the first of each program not counted")
    parser.add_argument("--seed", type=int, default=1, help="which programs and mutations")
    parser.add_argument("--most", type=int, default=MOST, help="proposals that are looked at")
    wanted = parser.parse_args()
    found: list[Bug] = []
    for bug in bugs(wanted.seed, wanted.most):
        found.append(bug)
        print(f"{bug.program:24} {bug.kind:22} {bug.without:5} -> {bug.same:5}, {bug.other:5} with another", flush=True)
        if len(found) >= wanted.bugs:
            break
    if not found:
        print("experience: nothing was measured")
        return
    print("\n".join(table(found)))
    better, worse = sum(one.same < one.without for one in found), sum(one.same > one.without for one in found)
    print(
        f"experience: of {len(found)} bugs like one that was mended before {better} are reached earlier, {worse} later"
    )


if __name__ == "__main__":
    main()
