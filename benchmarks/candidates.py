"""Validated candidates a second: the warm, forked process against `pytest` in a subprocess, same candidates, same run.

    python -m benchmarks.candidates          QUICK=1 tries fewer

A candidate is validated when the tests have given their verdict: the failing test (many candidates in one child, as
the engine does it), the passing tests that run the edited lines where it gets that far, the whole suite for what
survives. The subprocess does the same with the files really edited: the failing test, then the whole suite if that
passes. Subjects: a project generated here and, where the package index is in reach, the sdist of a real package with a
bug put into it.
"""

from __future__ import annotations

import itertools
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.proof import quick_wanted
from testfix_pipeline.core.records import Failure
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.execution.project import SandboxPolicy, TargetProject
from testfix_pipeline.execution.runners.pytest_runner import target_environment
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.frameworks.project_suites import pytest_suite
from testfix_pipeline.repair.languages.python.analysis.edit import FailureEvidence
from testfix_pipeline.repair.localise import Symptoms, localise
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.sources import Sources
from testfix_pipeline.repair.search.space import Space, single_edits
from testfix_pipeline.repair.validation.private_tree import private_copy
from testfix_pipeline.repair.validation.processes import BATCH
from testfix_pipeline.repair.validation.validator import Aims, Validator

QUICK = quick_wanted()
WARM, COLD = (100, 6) if QUICK else (500, 25)
PACKAGE, BUG = "inflection", ("return string.lower()", "return string.upper()")


@dataclass(frozen=True)
class Rates:
    """Candidates a second, and how many were tried."""

    name: str
    tests: int
    warm: float
    cold: float
    tried: int

    @property
    def ratio(self) -> float:
        return self.warm / self.cold


def generated(root: Path) -> Path:
    """Forty small modules with five tests each; one comparison is wrong."""
    for number in range(40):
        sign = "<" if number == 7 else ">"
        code = f"LIMIT = {number + 3}\n\n\ndef clamp(values):\n    total = 0\n    for value in values:\n"
        code += f"        if value {sign} LIMIT:\n            value = LIMIT\n        total += value\n    return total\n"
        (root / f"part{number}.py").write_text(code)
        tests = f"from part{number} import LIMIT, clamp\n\n"
        for case, values in enumerate(([], [1], [1, 2], [number + 2, 1], [100, 200, 1])):
            want = sum(min(value, number + 3) for value in values)
            tests += f"def test_{case}():\n    assert clamp({values}) == {want}\n\n"
        (root / f"test_part{number}.py").write_text(tests)
    return root


def real(root: Path) -> Path | None:
    """The sdist of a small real package with a bug, or None where it can't be had."""
    pip = ["-m", "pip", "download", "-q", "--no-binary", ":all:", "--no-deps", "-d", str(root), PACKAGE]
    for python in (sys.executable, "python3"):
        subprocess.run([python, *pip], capture_output=True)
    archives = list(root.glob("*.tar.gz"))
    if not archives:
        return None
    with tarfile.open(archives[0]) as archive:
        archive.extractall(root, filter="data")
    folder = next(path for path in root.iterdir() if path.is_dir())
    module = folder / PACKAGE / "__init__.py"
    text = module.read_text()
    if BUG[0] not in text:
        return None
    module.write_text(text.replace(*BUG, 1))
    return folder


def measure(
    name: str, root: Path, project: TargetProject, scratch: Path, counts: tuple[int, int] = (WARM, COLD)
) -> Rates:
    """Both rates on the tree's first failing test; `counts`: how many candidates for the warm process, the others."""
    run = run_suite(project, root, record_coverage=scratch / "coverage.json")
    coverage = CoverageMap.load(scratch / "coverage.json")
    failing, passing = sorted(run.failing)[:1], sorted(run.passed)
    failures = [Failure(test=test, error=run.outcomes[test].message) for test in failing]
    locations = localise(Sources(root), Symptoms(failing, passing, coverage.tests, failures))
    pool = list(itertools.islice(single_edits(Space(Sources(root), locations, FailureEvidence()), []), counts[0]))
    tree = private_copy(root, scratch / "tree", ())
    warm = warm_rate(Validator(project, tree, Aims(failing, [], passing), coverage), pool)
    step = max(1, len(pool) // counts[1])
    cold = cold_rate(project, private_copy(root, scratch / "cold", ()), failing, pool[::step][: counts[1]])
    return Rates(name, len(run.outcomes), warm, cold, len(pool))


def warm_rate(validator: Validator, pool: Sequence[Candidate]) -> float:
    with validator:
        started = time.perf_counter()
        for batch in (pool[first : first + BATCH] for first in range(0, len(pool), BATCH)):
            for candidate, seen in zip(batch, validator.screen(batch), strict=True):
                if seen is None:
                    validator.try_candidate(candidate)
        return len(pool) / (time.perf_counter() - started)


def cold_rate(project: TargetProject, tree: Path, failing: Sequence[str], pool: Sequence[Candidate]) -> float:
    environment = target_environment(project, tree)
    command = [str(project.interpreter), "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--tb=no"]
    started = time.perf_counter()
    for candidate in pool:
        for _ in edited(candidate, tree):
            for tests in (failing, ()):
                done = subprocess.run([*command, *tests], cwd=tree, env=environment, capture_output=True)
                if done.returncode:
                    break
    return len(pool) / (time.perf_counter() - started)


def edited(candidate: Candidate, tree: Path) -> Iterator[None]:
    """The candidate's files in the tree, for the time of the loop's body."""
    originals = {tree / part.source.path: (tree / part.source.path).read_bytes() for part in candidate.parts}
    for part in candidate.parts:
        (tree / part.source.path).write_bytes(part.contents)
    yield
    for path, original in originals.items():
        path.write_bytes(original)


def main() -> None:
    project = TargetProject(Path(sys.executable), "this interpreter", sandbox=SandboxPolicy(), suites=(pytest_suite(),))
    rows: list[Rates] = []
    with tempfile.TemporaryDirectory(prefix="testfix-bench-") as folder:
        for name, make in (("generated", generated), (PACKAGE, real)):
            root, scratch = Path(folder, name), Path(folder, f"{name}-work")
            root.mkdir()
            scratch.mkdir()
            subject = make(root)
            if subject is None:
                print(f"{name}: could not be had from the package index, left out")
                continue
            rows.append(measure(name, subject, project, scratch))
    print(f"{'subject':12} {'tests':>6} {'tried':>6} {'warm/s':>8} {'subprocess/s':>13} {'ratio':>7}")
    for row in rows:
        print(f"{row.name:12} {row.tests:6} {row.tried:6} {row.warm:8.1f} {row.cold:13.2f} {row.ratio:7.1f}")
    worst = min(row.ratio for row in rows)
    print(f"candidates: warm process {worst:.0f} times a subprocess (aim 50), lowest of {len(rows)} subjects")


if __name__ == "__main__":
    main()
