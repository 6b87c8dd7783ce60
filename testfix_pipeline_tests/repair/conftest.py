"""Small projects on disk, measured by the real runner, for the repair engine's tests."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.core.records import Failure, SuiteRun
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.repair.engine import RepairRequest, RepairResult, repair
from testfix_pipeline.repair.languages.python.analysis.edit import Edit
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline_tests.execution.targets import ours
from testfix_pipeline_tests.repair.programs import Program, read_programs

Fixer = Callable[..., RepairResult]


@pytest.fixture(scope="session")
def programs() -> Mapping[str, Program]:
    """The small broken programs of `programs.toml`."""
    return read_programs(__file__, "programs.toml")


@pytest.fixture(scope="session")
def project() -> TargetProject:
    return ours()


@pytest.fixture(scope="session")
def edited() -> Callable[[Path, str, str, str], Candidate]:
    """The candidate that replaces the one place of `old` in a file."""

    def make(root: Path, file: str, old: str, new: str) -> Candidate:
        source = SourceFile(file, (root / file).read_bytes())
        assert source.text.count(old) == 1
        start = source.text.index(old)
        edit = Edit(file, start, start + len(old), new, "by hand", 1.0, source.line_at(start))
        return Candidate.single(source, edit, 1.0, "test")

    return make


def failures(run: SuiteRun) -> list[Failure]:
    found = []
    for test in sorted(run.failing):
        outcome = run.outcomes[test]
        frame = outcome.frames[-1] if outcome.frames else None
        own = [frame.line for frame in outcome.frames if frame.file == test.split("::")[0]]
        found.append(
            Failure(
                test=test,
                error=outcome.message,
                error_type=outcome.error_type,
                frames=outcome.frames,
                file=frame.file if frame else None,
                line=own[-1] if own else None,
            )
        )
    return found


@pytest.fixture
def fix(project: TargetProject, tmp_path: Path) -> Fixer:
    """Measures a folder with the real runner and lets the engine work on what fails."""

    def run(root: Path, seconds: float = 120, **more: Any) -> RepairResult:
        record = tmp_path / "coverage.json"
        measured = run_suite(project, root, record_coverage=record)
        assert measured.fault is None and measured.failing
        failing = sorted(measured.failing)
        request = {
            "failing": failing,
            "all_failing": failing,
            "passing": sorted(measured.passed),
            "failures": failures(measured),
            "coverage": CoverageMap.load(record),
            "seconds": seconds,
            "after_first_seconds": 0.0,
            **more,
        }
        return repair(RepairRequest(project, root, **request))

    return run
