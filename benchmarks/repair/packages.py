"""Makes the subjects ready: sdist, virtual environment, git repository, and what its suite does without a bug.

    python -m benchmarks.repair.packages [--set training] [NAME...]

Everything lies in the cache (see `cache.py`); a subject that is ready is not made again. A subject whose suite does not
run is left out and said.
"""

from __future__ import annotations

import argparse
import functools
import json
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.repair import cache
from benchmarks.repair.subjects import SUBJECTS, Subject
from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.frameworks.project_suites import pytest_suite
from testfix_pipeline.workspace.git.new_repository import make_repository

PYTEST = "pytest==8.4.2"
SUITE_SECONDS = 300.0


class NotReady(Exception):
    """A subject can't be used; the text says why."""


@dataclass(frozen=True)
class Package:
    """A subject that is ready. `passing`: the tests that pass; `deselected`: those that fail, skip or are unsteady."""

    subject: Subject
    folder: Path
    passing: tuple[str, ...]
    deselected: tuple[str, ...]
    seconds: float

    @property
    def tree(self) -> Path:
        return self.folder / "tree"

    @property
    def interpreter(self) -> Path:
        return self.folder / "venv" / "bin" / "python"

    def project(self) -> TargetProject:
        """The whole suite without what is deselected."""
        return target(self.subject, self.folder, self.deselected)

    def coverage(self) -> CoverageMap:
        return _coverage(self.folder / "coverage.json")


@functools.lru_cache(maxsize=4)
def _coverage(path: Path) -> CoverageMap:
    return CoverageMap.load(path)


def target(subject: Subject, folder: Path, deselected: Sequence[str] = ()) -> TargetProject:
    arguments = (*subject.pytest_args, *deselection(deselected))
    return TargetProject(
        folder / "venv" / "bin" / "python",
        "benchmark",
        pytest_args=arguments,
        env=subject.env,
        suites=(pytest_suite(),),
    )


def deselection(tests: Sequence[str]) -> tuple[str, ...]:
    """pytest's arguments that leave tests out. It compares beginnings, so a test may take others with it."""
    return tuple(f"--deselect={test}" for test in tests)


def ready(subject: Subject) -> Package:
    """The subject as the cache has it, made first if need be. Raises NotReady."""
    folder = cache.folder("packages", subject.key)
    record = folder / "suite.json"
    if not record.is_file():
        shutil.rmtree(folder)
        folder.mkdir()
        _fetch(subject, folder)
        _environment(subject, folder)
        make_repository(folder / "tree", f"{subject.name} {subject.version}")
        record.write_text(json.dumps(_measured(subject, folder)))
    found = json.loads(record.read_text())
    return Package(subject, folder, tuple(found["passing"]), tuple(found["deselected"]), found["seconds"])


def _call(command: Sequence[str | Path], what: str) -> None:
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if done.returncode:
        raise NotReady(f"{what}: {(done.stderr or done.stdout).strip()[-400:]}")


def sdist(name: str, version: str) -> Path:
    """The source archive of a version, downloaded once. Raises NotReady."""
    place = cache.folder("sdists", f"{name}-{version}")
    if not any(place.glob("*.tar.gz")):
        options: list[str | Path] = ["--quiet", "--no-deps", "--no-binary", ":all:", "--dest", place]
        _call([sys.executable, "-m", "pip", "download", *options, f"{name}=={version}"], "download")
    return next(iter(sorted(place.glob("*.tar.gz"))))


def unpack(archive: Path, tree: Path) -> None:
    """The archive's one folder as `tree`. Raises NotReady where it is not one."""
    scratch = tree.with_name(f"{tree.name}.unpacked")
    with tarfile.open(archive) as file:
        file.extractall(scratch, filter="data")
    inside = list(scratch.iterdir())
    if len(inside) != 1:
        raise NotReady(f"{archive.name} does not hold one folder")
    inside[0].rename(tree)
    scratch.rmdir()


def _fetch(subject: Subject, folder: Path) -> None:
    unpack(sdist(subject.name, subject.version), folder / "tree")


def environment(place: Path, requirements: Sequence[str]) -> None:
    """A virtual environment with these requirements. Raises NotReady."""
    uv = Path(sys.executable).with_name("uv")
    _call([uv, "venv", "--quiet", "--python", sys.executable, place], "virtual environment")
    options: list[str | Path] = ["--quiet", "--compile-bytecode", "--python", place / "bin" / "python"]
    _call([uv, "pip", "install", *options, *requirements], "requirements")


def _environment(subject: Subject, folder: Path) -> None:
    environment(folder / "venv", [PYTEST, f"{subject.name}=={subject.version}", *subject.requires])


def _measured(subject: Subject, folder: Path) -> dict[str, object]:
    """Three runs: what always passes counts, the rest is left out; the last one records who runs which lines."""
    first = _suite(target(subject, folder), folder)
    again = _suite(target(subject, folder), folder)
    steady = first.passed & again.passed
    out = sorted({*first.outcomes, *again.outcomes} - steady)
    out = [test for test in out if not any(good.startswith(test) for good in steady)]
    last = _suite(target(subject, folder, out), folder, folder / "coverage.json")
    passing = [test for test in last.collected if test in steady & last.passed]
    if len(passing) < 20:
        raise NotReady(f"only {len(passing)} tests pass: {first.log[-500:]}")
    return {"passing": passing, "deselected": out, "seconds": again.duration}


def _suite(project: TargetProject, folder: Path, record: Path | None = None) -> SuiteRun:
    run = run_suite(project, folder / "tree", timeout=SUITE_SECONDS, record_coverage=record)
    if run.fault is not None:
        raise NotReady(f"{run.fault.kind}: {run.fault.message[:400]} {run.log[-600:]}")
    return run


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--set", choices=("training", "measuring"))
    parser.add_argument("names", nargs="*")
    wanted = parser.parse_args()
    for subject in SUBJECTS:
        if wanted.set in (None, subject.set) and (not wanted.names or subject.name in wanted.names):
            try:
                package = ready(subject)
                counts = f"{len(package.passing)} pass, {len(package.deselected)} left out, {package.seconds:.1f} s"
                print(f"{subject.key:26} {counts}", flush=True)
            except NotReady as why:
                print(f"{subject.key:26} NOT READY {why}", flush=True)


if __name__ == "__main__":
    main()
