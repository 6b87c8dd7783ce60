"""How often the engine fixes files that do not compile: mistakes put by chance into the solved training programs.

    python -m benchmarks.repair.syntax [--each 3] [--seconds 30] [--minutes 60] [--seed 1] [--only KIND] [--verbose]

One table, a row for each kind of mistake (`damages.py`), and a summary line. Columns: how many damages; after the first
patch all files compile; all tests pass, those that the engine never saw as well; the file is the right one but for
blank lines and blanks at line ends; the right one is among the patches that came back. "several" has two or three
mistakes of different kinds in one file, "with history" a mistake in uncommitted work beside a good change.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.repair.damages import DAMAGES, RIGHT
from benchmarks.repair.programs import Program, programs
from benchmarks.repair.table import share
from testfix_pipeline.core.change_history import Change, ChangedPythonFile
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.execution.failure_records import failure_records
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.frameworks.project_suites import pytest_suite
from testfix_pipeline.repair.engine import RepairRequest, RepairResult, repair
from testfix_pipeline.repair.languages.python.syntax.damage import complaint
from testfix_pipeline.repair.model.sources import is_test_side

SEVERAL, HISTORY = "several", "with history"
TRIES = 200
"""How many programs and places are tried for a damage of one kind."""
SUITE_SECONDS = 300.0


@dataclass(frozen=True)
class Case:
    """One damaged file of a program. history: the changes that git would tell of."""

    kind: str
    program: Program
    file: str
    right: str
    broken: str
    history: tuple[Change, ...] = ()


@dataclass(frozen=True)
class Row:
    """What became of one case."""

    case: Case
    compiles: bool
    green: bool
    exact: bool
    among: bool
    candidates: int
    seconds: float


def cases(each: int, seed: int, only: str = "") -> Iterator[Case]:
    """The same damages for the same seed: one of every kind, then the next of every kind."""
    known = programs("training")
    for number in range(each):
        for kind in (*DAMAGES, SEVERAL, HISTORY):
            chance = random.Random(f"{seed} {kind} {number}")
            made = (_case(kind, chance.choice(known), chance) for _ in range(TRIES if only in ("", kind) else 0))
            case = next((case for case in made if case is not None), None)
            if case is not None:
                yield case


def _case(kind: str, program: Program, chance: random.Random) -> Case | None:
    with tempfile.TemporaryDirectory(prefix="testfix-syntax-") as folder:
        program.write_reference(Path(folder))
        paths = sorted(path.relative_to(folder).as_posix() for path in Path(folder).rglob("*.py"))
        file = chance.choice([path for path in paths if not is_test_side(path)])
        right = (Path(folder) / file).read_text(encoding="utf-8")
    broken = _damaged(kind, right, chance)
    if broken is None or complaint(broken) is None:
        return None
    if kind == HISTORY:
        # The good part of the uncommitted work: a comment, far from or near to the mistake.
        work = (ChangedPythonFile(file, right, f"# Reviewed.\n{broken}", file),)
        return Case(
            kind, program, file, f"# Reviewed.\n{right}", f"# Reviewed.\n{broken}", (Change("", "", "work", work),)
        )
    return Case(kind, program, file, RIGHT[kind](broken) if kind in RIGHT else right, broken)


def _damaged(kind: str, text: str, chance: random.Random) -> str | None:
    if kind in DAMAGES:
        return DAMAGES[kind](text, chance)
    plain = [name for name in DAMAGES if name not in RIGHT and name not in ("merge conflict", "Python 2")]
    if kind == HISTORY:
        return DAMAGES[chance.choice(plain)](text, chance)
    broken: str | None = text
    for name in chance.sample(plain, chance.choice([2, 3])):
        before = broken
        broken = DAMAGES[name](broken, chance) if broken else None
        if broken and before and complaint(broken) == complaint(before):
            continue  # behind the first mistake; it shows once that one is fixed
    return broken


def run(case: Case, seconds: float) -> Row | None:
    """The row of a case; None where no test notices, or the suite can't be measured."""
    with tempfile.TemporaryDirectory(prefix="testfix-syntax-") as name:
        folder = Path(name)
        tree = folder / "tree"
        case.program.write_reference(tree)
        (tree / case.file).write_text(case.broken, encoding="utf-8")
        target = TargetProject(Path(sys.executable), "benchmark", suites=(pytest_suite(),))
        measured = run_suite(target, tree, record_coverage=folder / "coverage.json", timeout=SUITE_SECONDS)
        if measured.fault is not None or not measured.failing:
            return None
        failing = [test for test in measured.outcomes if test in measured.failing]
        request = RepairRequest(
            project=target,
            tree=tree,
            failing=failing,
            all_failing=failing,
            passing=[test for test in measured.outcomes if test in measured.passed],
            failures=failure_records(measured.outcomes, tree),
            coverage=CoverageMap.load(folder / "coverage.json"),
            seconds=seconds,
            changes=case.history,
        )
        began = time.monotonic()
        return _judged(case, tree, target, repair(request), time.monotonic() - began)


def _judged(case: Case, tree: Path, target: TargetProject, result: RepairResult, seconds: float) -> Row:
    texts = [patch.files.get(case.file, case.broken) for patch in result.patches]
    exact = [_plain(text) == _plain(case.right) for text in texts]
    compiles = bool(texts) and complaint(texts[0]) is None
    green = False
    if compiles:
        for path, contents in result.patches[0].contents.items():
            (tree / path).write_bytes(contents)
        case.program.write_hidden(tree)
        after = run_suite(target, tree, timeout=SUITE_SECONDS)
        green = after.fault is None and not after.failing and bool(after.passed)
    return Row(case, compiles, green, exact[:1] == [True], any(exact), result.candidates_tried, seconds)


def _plain(text: str) -> list[str]:
    """The lines that hold anything, without blanks at their ends."""
    return [line.rstrip() for line in text.splitlines() if line.strip()]


def table(rows: Sequence[Row]) -> Iterator[str]:
    names = f"{'n':>3} {'compiles':>9} {'green':>6} {'exact':>6} {'among':>6} {'candidates':>11} {'seconds':>8}"
    yield f"{'kind':30} {names}"
    for kind in dict.fromkeys(row.case.kind for row in rows):
        of = [row for row in rows if row.case.kind == kind]
        figures = (sum(row.compiles for row in of), sum(row.green for row in of), sum(row.exact for row in of))
        among, tried = sum(row.among for row in of), statistics.median(row.candidates for row in of)
        seconds = statistics.median(row.seconds for row in of)
        yield (
            f"{kind:30} {len(of):3} {figures[0]:9} {figures[1]:6} {figures[2]:6} {among:6} {tried:11.0f} {seconds:8.1f}"
        )


def summary(rows: Sequence[Row]) -> str:
    n = len(rows)
    return (
        f"{n} damages: compiles again {share(sum(r.compiles for r in rows), n)}, all tests green "
        f"{share(sum(r.green for r in rows), n)}, exact original {share(sum(r.exact for r in rows), n)}, "
        f"among the patches {share(sum(r.among for r in rows), n)}"
    )


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.repair.syntax", description=__doc__)
    parser.add_argument("--each", type=int, default=3, help="damages of every kind")
    parser.add_argument("--seconds", type=float, default=30.0, help="what the engine may take for each")
    parser.add_argument("--minutes", type=float, default=60.0, help="no further damage is begun after so many")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="one kind alone")
    parser.add_argument("--verbose", action="store_true", help="a line for each damage")
    wanted = parser.parse_args(arguments)
    rows = []
    until = time.monotonic() + 60 * wanted.minutes
    for case in cases(wanted.each, wanted.seed, wanted.only):
        if time.monotonic() > until:
            break
        row = run(case, wanted.seconds)
        if row is None:
            continue
        rows.append(row)
        if wanted.verbose:
            said = f"{row.compiles:d}{row.green:d}{row.exact:d}{row.among:d} {row.candidates:3} {row.seconds:5.1f} s"
            print(f"{said}  {case.kind}: {case.program.name}/{case.file}", flush=True)
    rows.sort(key=lambda row: [*DAMAGES, SEVERAL, HISTORY].index(row.case.kind))
    for line in table(rows):
        print(line)
    print(summary(rows))


if __name__ == "__main__":
    main()
