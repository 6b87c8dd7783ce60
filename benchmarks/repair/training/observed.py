"""What the failing tests of training programs say: their failures, and the statements that localisation locations.

The tests of a program are run once; what they said lies in the cache until the program's files change.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.repair import cache
from benchmarks.repair.programs import Program
from benchmarks.repair.small import task
from benchmarks.repair.trial import Budget, Unfit, repair_request
from testfix_pipeline.core.patch_policy.doctests import test_files
from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.engine import RepairRequest
from testfix_pipeline.repair.localise import FaultLocation, Symptoms, localise, older_texts
from testfix_pipeline.repair.model.sources import Sources

BUDGET = Budget(seconds=30, cores=1)  # nothing is searched: a request needs one


@dataclass(frozen=True)
class Observed:
    """failures: of the failing tests. locations: the most suspicious first; without profiles of the tests."""

    failures: tuple[Failure, ...]
    locations: tuple[FaultLocation, ...]


def observed(program: Program) -> Observed | None:
    """What the tests of a program say, from the cache or from a run; None where no visible test fails."""
    path = cache.folder("observed") / f"{program.name}-{_digest(program)}.jsonl"
    if not path.is_file():
        cache.write(path, [_run(program)])
    row = next(iter(cache.rows(path)))
    failures = tuple(Failure.model_validate(one) for one in row["failures"])
    return Observed(failures, tuple(FaultLocation(*one) for one in row["suspects"])) if failures else None


def _digest(program: Program) -> str:
    digest = hashlib.sha256()
    for path, text in sorted({**program.files, **program.tests}.items()):
        digest.update(f"{path}\0{text}\0".encode())
    return digest.hexdigest()[:12]


def _run(program: Program) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in ("subject", "work"):
            (folder / part).mkdir()
        one = task(program)
        try:
            request = repair_request(one, one.build(folder / "subject"), folder, BUDGET)
        except Unfit as unfit:
            print(f"{program.name}: {unfit}", flush=True)
            return {"failures": [], "suspects": []}
        locations = [[s.file, s.line, round(s.score, 5), s.function, s.reason] for s in _locations(request)]
        return {"failures": [one.model_dump(mode="json") for one in request.failures], "suspects": locations}


def _locations(request: RepairRequest) -> Sequence[FaultLocation]:
    coverage = request.coverage
    symptoms = Symptoms(
        request.failing,
        request.passing,
        dict(coverage.tests) if coverage else {},
        request.failures,
        older=older_texts(request.changes),
        elsewhere=coverage.unsure if coverage else frozenset(),
        imported=coverage.import_lines if coverage else {},
    )
    return localise(Sources(request.tree, test_files((*request.failing, *request.passing))), symptoms)
