"""Checks that all runs of a session use the same installed npm packages."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

from testfix_pipeline.core.counted_nouns import counted
from testfix_pipeline.core.records import RunFault, SuiteRun
from testfix_pipeline.execution.installed_packages import InstalledContent, changed_packages, installed_content
from testfix_pipeline.steps.session.coverage_records import drop_oldest
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.workspace.files.atomic import write_atomic
from testfix_pipeline.workspace.sessions.store import read_object

_NAMED = 3


def with_same_packages(wb: Workbench, tree: Path, measured: Callable[[], SuiteRun], first: bool) -> SuiteRun:
    """Return a run of the tests in `tree`, with a fault if packages changed during it or since the baseline.

    first: the run is the baseline, with nothing to compare. If a setup command installs packages into each worktree,
    two installations may differ for no reason of the session: the run is then only "reported".
    """
    if not wb.target.uses_programs:
        return measured()
    results = wb.store.results()
    known = results.packages if results is not None and not first else ""
    installs = bool(wb.config.setup_command)
    before = _installed_packages(wb, tree) if installs or not known else None
    run = measured()
    after = _installed_packages(wb, tree)
    if before is not None and before.digest != after.digest:
        return _with_fault(run, f"{_changed_packages_text(before.packages, after.packages)} while the tests ran")
    if not known or known == after.digest:
        return run.model_copy(update={"packages": after.digest})
    changed = f"{_changed_packages_text(_stored_packages(wb, known), after.packages)} since the baseline was measured"
    if installs:
        reported = {
            "packages": known,
            "grade": "reported",
            "grade_reason": f"{changed}: the setup command installs them.",
        }
        return run.model_copy(update=reported)
    return _with_fault(run, changed)


def are_packages_of(wb: Workbench, run: SuiteRun) -> bool:
    """Whether a run of an earlier session used the packages that a worktree of the baseline has now.

    The packages that a setup command installs are unknown until it runs; then runs are compared as in a session.
    """
    if not wb.target.uses_programs or wb.config.setup_command:
        return True
    with wb.worktree("packages", wb.baseline) as tree:
        return _installed_packages(wb, tree).digest == run.packages


def _installed_packages(wb: Workbench, tree: Path) -> InstalledContent:
    """Return the installed packages of a tree; stored by digest, so that a later run can name differences."""
    folder = _packages_folder(wb)
    found = installed_content(tree, folder / "files.cache")
    kept = folder / f"{found.digest}.json"
    if found.digests and not kept.exists():
        write_atomic(kept, json.dumps(dict(found.packages)).encode())
        drop_oldest(folder)
    return found


def _stored_packages(wb: Workbench, digest: str) -> dict[str, str]:
    """Return the stored packages of a digest, each with its own digest; empty if missing or damaged."""
    return read_object(_packages_folder(wb) / f"{digest}.json")


def _packages_folder(wb: Workbench) -> Path:
    """The folder in which the packages of all sessions of the project are stored."""
    folder = wb.mirror.folder.parent / "packages"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _changed_packages_text(before: Mapping[str, str], after: Mapping[str, str]) -> str:
    """Return the start of a sentence on changed packages, without names if the earlier ones are unknown."""
    changed = changed_packages(before, after)
    if not before:
        return "Installed packages changed"
    more = f" and {counted(len(changed) - _NAMED, 'other package')}" if len(changed) > _NAMED else ""
    return f"Installed packages ({', '.join(changed[:_NAMED])}{more}) changed"


def _with_fault(run: SuiteRun, what: str) -> SuiteRun:
    """Return the run with a fault for changed packages, which mentions an earlier fault that they may cause."""
    also = f" {run.fault.message}" if run.fault is not None else ""
    message = f"{what}, so that its results say nothing of the project's own code.{also}"
    fault = RunFault(kind="changed_packages", message=message, log_tail=run.fault.log_tail if run.fault else "")
    return run.model_copy(update={"fault": fault, "grade": "reported"})
