"""How long a failing suite runs in forks of an interpreter that has its libraries, and in processes of its own.

    python -m benchmarks.updates.preloaded

For each library one test that uses it, run alternately both ways in the environment of one of the pairs; the first
fork starts the interpreter, which is its own column.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.proof import quick_wanted
from benchmarks.updates.environments import NoEnvironment, interpreter
from benchmarks.updates.pairs import FOLDERS, pairs
from testfix_pipeline.execution.imported_modules import preloaded_interpreter
from testfix_pipeline.execution.processes.preloaded_interpreter import RunProcess
from testfix_pipeline.execution.processes.supervisor import run
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.frameworks.project_suites import pytest_suite

ROUNDS = 4 if quick_wanted() else 12
TESTS = {
    "pandas": "import pandas as pd\n\ndef test_mean():\n    assert pd.Series([1, 2]).mean() == 2\n",
    "networkx": "import networkx as nx\n\ndef test_path():\n    assert len(nx.path_graph(3)) == 2\n",
    "SQLAlchemy": "import sqlalchemy as sa\n\ndef test_text():\n    assert str(sa.text('x')) == 'y'\n",
    "click": "import click\n\ndef test_name():\n    assert click.Option(['--a']).name == 'b'\n",
}


def environments() -> dict[str, Path]:
    """The interpreter of the first pair of each library in TESTS, as far as they can be had."""
    found: dict[str, Path] = {}
    every = [pair for half in FOLDERS if half != "held-out" for pair in pairs(half)]
    for library in TESTS:
        pair = next((one for one in every if one.library.lower() == library.lower()), None)
        try:
            found |= {library: interpreter(pair, "new")} if pair is not None else {}
        except NoEnvironment as why:
            print(f"{library} is left out: {why}", file=sys.stderr)
    return found


def measure(library: str, python: Path, folder: Path) -> tuple[float, float, float]:
    """Seconds of a run in a process of its own, of the first fork and of a later one: medians, apart from the first."""
    tree = folder / library / "1"
    tree.mkdir(parents=True)
    (tree / "test_it.py").write_text(TESTS[library])
    project = TargetProject(python, "an environment of the pairs", suites=(pytest_suite(),))
    with preloaded_interpreter(project, tree, tree.parent) as preloaded:
        first = timed(project, tree, preloaded.run)
        rounds = [(timed(project, tree, run), timed(project, tree, preloaded.run)) for _ in range(ROUNDS)]
    plain, forked = (statistics.median(times) for times in zip(*rounds, strict=True))
    return plain, first, forked


def timed(project: TargetProject, tree: Path, run_process: RunProcess) -> float:
    """The seconds of one run, in which the test has to fail."""
    began = time.perf_counter()
    done = run_suite(project, tree, run_process=run_process, farewell_seconds=0.0)
    assert len(done.failing) == 1, done
    return time.perf_counter() - began


def main() -> None:
    print(f"{'library':12} {'own process':>12} {'first fork':>12} {'fork':>8} {'ratio':>8}")
    ratios = []
    with tempfile.TemporaryDirectory() as folder:
        for library, python in environments().items():
            plain, first, forked = measure(library, python, Path(folder))
            ratios.append(plain / forked)
            print(f"{library:12} {plain:>10.2f} s {first:>10.2f} s {forked:>6.2f} s {ratios[-1]:>7.1f}x", flush=True)
    print(
        f"preloaded: {len(ratios)} libraries, a run in a fork is {statistics.median(ratios):.1f} times as fast (median)"
    )


if __name__ == "__main__":
    main()
