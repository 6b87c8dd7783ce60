"""Stores measurements of a project's content for all of its sessions and verifications."""

from __future__ import annotations

import contextlib
import functools
import hashlib
from pathlib import Path

import testfix_pipeline
from testfix_pipeline.core.records import SuiteResults, SuiteRun
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.steps.session.coverage_records import drop_oldest, record_name
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.workspace.files.atomic import write_atomic

Measurement = tuple[SuiteRun, SuiteResults]


def stored_measurement(wb: Workbench, commit: str) -> Measurement | None:
    """Return the measurement of a commit's content in the same environment; None if there is none."""
    try:
        run, results = _measurement_file(wb, commit).read_text(encoding="utf-8").splitlines()
        return SuiteRun.model_validate_json(run), SuiteResults.model_validate_json(results)
    except (OSError, ValueError):
        return None


def keep_measurement(wb: Workbench, commit: str, run: SuiteRun, results: SuiteResults) -> None:
    """Store a full run of a commit without its log, and its results."""
    file = _measurement_file(wb, commit)
    file.parent.mkdir(parents=True, exist_ok=True)
    parts = (run.model_copy(update={"log": ""}), results)
    write_atomic(file, "\n".join(one.model_dump_json() for one in parts).encode())
    drop_oldest(file.parent)


def _measurement_file(wb: Workbench, commit: str) -> Path:
    prepared = record_name(wb.target, wb.mirror.tree_hash(commit), wb.config.setup_command or "")
    depends = [prepared, measuring_code(), *_surroundings(wb.target, wb.project.repo_root)]
    name = hashlib.sha256("\n".join(depends).encode(errors="surrogateescape")).hexdigest()[:32]
    return wb.mirror.folder.parent / "measured" / f"{name}.json"


@functools.cache
def measuring_code() -> str:
    """Return what tells one version of the code that measures from others, which may come to another result."""
    package = Path(testfix_pipeline.__file__).parent
    files = [one for name in ("execution", "frameworks") for one in sorted((package / name).rglob("*.*"))]
    known = [(str(one), one.stat().st_size, one.stat().st_mtime_ns) for one in files if one.suffix != ".pyc"]
    return hashlib.sha256(repr(known).encode()).hexdigest()


def _surroundings(target: TargetProject, checkout: Path) -> list[str]:
    """Return the other conditions of a run: programs of frameworks, sandbox, limits, shared dependency folders."""
    suites = [repr(getattr(suite, "target", suite.framework)) for suite in target.suites]
    return [*suites, repr(target.sandbox), repr(target.test_seconds), *_installation_times(checkout, target.shared)]


def _installation_times(checkout: Path, shared: tuple[str, ...]) -> list[str]:
    """Return when the dependencies linked into each worktree were last installed, by their folders."""
    found = []
    for name in shared:
        for place in (checkout / name, checkout / name / ".package-lock.json"):
            with contextlib.suppress(OSError):
                found.append(f"{name} {place.stat().st_mtime_ns}")
    return found
