"""What a change of the code does to `testfix fix`: each project is repaired by both states in turn, and compared.

The earlier state is a commit of this repository, checked out aside and run by the same interpreter. The ratio of
processor seconds, and the number of processes that run the project's code, hold on a busy machine as well; wall seconds
do only where nothing else runs.

    .venv/bin/python -m benchmarks.fix.paired main~5
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.fix.parts import PROCESSES
from benchmarks.fix.ten_tests import FILES, write_shop
from benchmarks.proof import Row, quick_wanted
from benchmarks.repair.packages import NotReady

HERE = Path(__file__).parents[2]
PARTS = Path(__file__).with_name("parts.py")
ROUNDS = 5
FIGURES = ("processes", "processor", "wall")


@contextmanager
def checkout(commit: str) -> Iterator[Path]:
    """A folder with the files of a commit of this repository."""
    with tempfile.TemporaryDirectory(prefix="testfix-bench-") as name:
        content = subprocess.run(["git", "archive", commit], cwd=HERE, check=True, capture_output=True).stdout
        subprocess.run(["tar", "-x", "-C", name], input=content, check=True)
        yield Path(name)


def fixed(code: Path, framework: str, home: Path) -> Row:
    """What one `testfix fix` by the code in a folder takes: processes, processor seconds, wall seconds."""
    with tempfile.TemporaryDirectory(prefix="testfix-bench-") as name:
        place = Path(name)
        write_shop(framework, place / "project")
        settings = {"DAGSTER_HOME": str(home), "TESTFIX_CACHE": str(place / "cache"), "PYTHONPATH": str(code)}
        command = [sys.executable, PARTS, place / "notes.json", "fix", "--agents", "builtin", "--json"]
        began, before = time.perf_counter(), _processor_seconds()
        done = subprocess.run(
            [*map(str, command), "--project", str(place / "project")],
            cwd=code, env={**os.environ, **settings}, capture_output=True, text=True,
        )  # fmt: skip
        wall, processor = time.perf_counter() - began, _processor_seconds() - before
        if done.returncode != 0:
            raise RuntimeError(done.stderr[-2000:])
        notes = json.loads((place / "notes.json").read_text())
        return {"processes": notes[PROCESSES], "processor": processor, "wall": wall}


def _processor_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def compare(before: Path, framework: str, rounds: int) -> str:
    """The line of a framework: the medians before and after, and the median of the ratios of each pair."""
    pairs: list[tuple[Row, Row]] = []
    with tempfile.TemporaryDirectory(prefix="testfix-bench-home-") as name:
        for code in (before, HERE):  # not counted: each makes the databases of its home
            fixed(code, framework, Path(name) / code.name)
        for _ in range(rounds):
            one, other = (fixed(code, framework, Path(name) / code.name) for code in (before, HERE))
            pairs.append((one, other))
    parts = []
    for figure in FIGURES:
        old, new = (statistics.median(pair[side][figure] for pair in pairs) for side in (0, 1))
        ratio = statistics.median(new[figure] / old[figure] for old, new in pairs)
        parts.append(f"{figure} {old:.1f} -> {new:.1f} ({ratio:.2f})")
    return f"{framework}: {', '.join(parts)}"


def main() -> None:
    """Compare the code as it is with a commit, and print a line for each framework."""
    options = argparse.ArgumentParser(prog="benchmarks.fix.paired", description=__doc__)
    options.add_argument("before", help="the commit to compare with")
    rounds = 2 if quick_wanted() else ROUNDS
    with checkout(options.parse_args().before) as before:
        for framework in FILES:
            try:
                print(compare(before, framework, rounds), flush=True)
            except NotReady as why:
                print(f"{framework}: left out, {why}")
    print(f"bench-fix-change: {rounds} pairs for each framework, medians before -> after (ratio of a pair)")


if __name__ == "__main__":
    main()
