"""Runs the tests that a change to some files affects: `make test-for PATHS="testfix_pipeline/core/x.py"`.

Without paths: those that differ from the last commit. A test module is affected if it imports a changed file, directly
or not. Import statements decide, as nearly everything is reached by some name in a string: `make test` is the proof.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from testfix_pipeline.execution.affected_tests.import_graph import ImportGraph, python_files

ROOT = Path(__file__).resolve().parents[1]
TESTS, CODE = "testfix_pipeline_tests", "testfix_pipeline"
EVERYWHERE = f"{TESTS}/conftest.py"
"""Its imports are those of every test, though hardly one depends on them: only a change of the file itself counts."""


def affected_modules(root: Path, changed: Sequence[str]) -> list[str]:
    """The test modules that a change to files (relative to `root`, with `/`) affects."""
    graph = ImportGraph(root, {}, statements_only=True)
    besides = {EVERYWHERE}.difference(changed)
    found = {test for path in changed for test in _affected(root, graph, path, besides)}
    return sorted(found)


def _affected(root: Path, graph: ImportGraph, path: str, besides: set[str]) -> set[str]:
    starts = [path] if path.endswith(".py") else _mentioning(root, Path(path).name)
    reached = set[str]().union(*(graph.importers_of(start, besides=besides) for start in starts))
    tests = {file for file in reached if _is_test(file) and (root / file).is_file()}
    return tests or _of_its_package(root, path)


def _of_its_package(root: Path, path: str) -> set[str]:
    """For a file that is loaded by name: the test modules of its package; outside of packages, those of no package."""
    top, package, *_ = *Path(path).parts, ""
    folder = Path(TESTS, package) if top in (CODE, TESTS) else Path(TESTS, top)
    folder = folder if (root / folder).is_dir() else Path(TESTS)
    below = "**/" if folder != Path(TESTS) else ""
    return {file.relative_to(root).as_posix() for file in (root / folder).glob(f"{below}test_*.py")}


def _mentioning(root: Path, name: str) -> list[str]:
    """The Python files that name a file."""
    return [file for file in python_files(root) if name in (root / file).read_text(encoding="utf-8")]


def _is_test(file: str) -> bool:
    return file.startswith(f"{TESTS}/") and Path(file).name.startswith("test_")


def uncommitted(root: Path) -> list[str]:
    """The files that differ from the last commit, new ones included."""
    commands = (
        ["diff", "--name-only", "--relative", "-z", "HEAD"],
        ["ls-files", "--others", "--exclude-standard", "-z"],
    )
    return [name for command in commands for name in _git(root, command).split("\0") if name]


def _git(root: Path, arguments: Iterable[str]) -> str:
    return subprocess.run(["git", *arguments], cwd=root, capture_output=True, check=True, text=True).stdout


def main() -> int:
    paths = [Path(os.path.relpath(Path(path).resolve(), ROOT)).as_posix() for path in sys.argv[1:]]
    if missing := [path for path in paths if not (ROOT / path).exists()]:
        print(f"No such file: {', '.join(missing)}. Name files relative to the repository's root.", file=sys.stderr)
        return 2
    changed = paths or uncommitted(ROOT)
    modules = affected_modules(ROOT, changed)
    total = sum(map(_is_test, python_files(ROOT)))
    print(f"{len(changed)} changed files affect {len(modules)} of {total} test modules", flush=True)
    if not modules:
        return 0
    quick = ["-m", "not processes and not slow"] if os.environ.get("QUICK") else []
    return subprocess.run([sys.executable, "-m", "pytest", "-q", *quick, *modules], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
