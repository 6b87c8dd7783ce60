"""What localisation is measured on: each task's spectrum, failures and profiles, recorded once and kept in the cache.

A formula or feature is then tried without running a test. A folder of the cache holds, for one task, the Python files
of the buggy tree (`tree/`), `coverage.json`, `profiles.json.gz`, and `record.json`, which is written last.
"""

from __future__ import annotations

import gzip
import json
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from benchmarks.repair import cache
from benchmarks.repair.task import Task
from benchmarks.repair.trial import Budget, repair_request
from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.repair.engine import RepairRequest
from testfix_pipeline.repair.localise.churn import older_texts
from testfix_pipeline.repair.model.profile import Profile
from testfix_pipeline.repair.model.sources import is_test_side
from testfix_pipeline.repair.validation.private_tree import private_copy
from testfix_pipeline.repair.validation.probes import profile_records
from testfix_pipeline.repair.validation.validator import Aims, Validator

FORM = 1
PROFILE_SECONDS = 3.0
FAILING_PROFILED, PASSING_PROFILED = 6, 10


@dataclass(frozen=True)
class Case:
    """A recorded task. `lines`: by file, where the bug is; `reference`: the right texts of the files it is in."""

    id: str
    section: str
    kind: str
    lines: Mapping[str, frozenset[int]]
    reference: Mapping[str, tuple[str, ...]]
    failing: tuple[TestId, ...]
    passing: tuple[TestId, ...]
    failures: tuple[Failure, ...]
    older: Mapping[str, Sequence[str]]
    folder: Path

    @property
    def package(self) -> str:
        return self.id.split("/")[1]

    @property
    def root(self) -> Path:
        return self.folder / "tree"

    @cached_property
    def coverage(self) -> CoverageMap:
        return CoverageMap.load(self.folder / "coverage.json")

    @cached_property
    def profiles(self) -> dict[TestId, Profile]:
        records = json.loads(gzip.decompress((self.folder / "profiles.json.gz").read_bytes()))
        return {TestId(test): Profile.from_record(record) for test, record in records.items()}


def place_of(task: Task) -> Path:
    return cache.folder("localisation", task.set) / task.id.replace("/", "__")


def recorded(task: Task) -> Case | None:
    """The case of a task; None where it is not recorded, or was for another text or form."""
    try:
        record = json.loads((place_of(task) / "record.json").read_text())
    except OSError:
        return None
    if record["form"] != FORM or record["change"] != list(task.change):
        return None
    return Case(
        task.id,
        task.section,
        task.kind,
        task.lines,
        task.reference,
        tuple(record["failing"]),
        tuple(record["passing"]),
        tuple(Failure.model_validate(failure) for failure in record["failures"]),
        record["older"],
        place_of(task),
    )


def record(task: Task) -> None:
    """Run the task's suite with coverage, profile its failing tests and some passing ones near them, keep it all.

    Raises Unfit (see `trial`) and ServerLost.
    """
    with tempfile.TemporaryDirectory(prefix="testfix-bench-") as name:
        folder = Path(name)
        (folder / "subject").mkdir()
        tree = task.build(folder / "subject")
        request = repair_request(task, tree, folder, Budget(0, 1))
        place = place_of(task)
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        _keep_sources(request, place / "tree")
        assert request.coverage is not None
        request.coverage.save(place / "coverage.json")
        found = _profiled(request, private_copy(tree, folder / "warm", ()))
        (place / "profiles.json.gz").write_bytes(gzip.compress(json.dumps(found).encode()))
        written = {
            "form": FORM,
            "change": list(task.change),
            "failing": list(request.failing),
            "passing": list(request.passing),
            "failures": [failure.model_dump() for failure in request.failures],
            "older": older_texts(request.changes),
        }
        (place / "record.json").write_text(json.dumps(written))


def _keep_sources(request: RepairRequest, target: Path) -> None:
    """The project's own Python files and those of the failing tests."""
    root = request.project.root(request.tree)
    tests = {test.partition("::")[0] for test in request.failing}
    for path in root.rglob("*.py"):
        name = path.relative_to(root).as_posix()
        if name in tests or not is_test_side(name):
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target / name)


def _profiled(request: RepairRequest, tree: Path) -> dict[TestId, Any]:
    aims = Aims(request.failing, [], request.passing)
    with Validator(request.project, tree, aims, request.coverage) as validator:
        tests = [*validator.failing[:FAILING_PROFILED], *near(request, validator.failing)[:PASSING_PROFILED]]
        return profile_records(validator, tests, PROFILE_SECONDS)


def near(request: RepairRequest, failing: Sequence[TestId]) -> list[TestId]:
    """The passing tests by how many lines they share with the first failing ones, most alike first."""
    assert request.coverage is not None
    executed = [_elements(request.coverage, test) for test in failing[:FAILING_PROFILED]]

    def similarity(test: TestId) -> float:
        own = _elements(request.coverage, test)  # type: ignore[arg-type]
        return max((len(own & other) / len(own | other) for other in executed if own | other), default=0.0)

    return sorted(request.passing, key=lambda test: (-similarity(test), test))


def _elements(coverage: CoverageMap, test: TestId) -> frozenset[tuple[str, int]]:
    files = coverage.tests.get(test, {})
    return frozenset((file, line) for file, lines in files.items() if not is_test_side(file) for line in lines)


def cases(tasks: Iterator[Task]) -> Iterator[Case]:
    found = map(recorded, tasks)
    return (case for case in found if case is not None)
