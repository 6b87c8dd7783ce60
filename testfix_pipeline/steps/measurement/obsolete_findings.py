"""Names failing tests that a deliberate change of the program made obsolete, and offers them with the new value."""

from __future__ import annotations

from pathlib import Path

from testfix_pipeline.core.cycle_rules.explained_failures import with_obsolete
from testfix_pipeline.core.cycle_rules.obsolete_tests import ObsoleteTest, obsolete_test
from testfix_pipeline.core.order_records import TESTS_WOULD_FIX
from testfix_pipeline.core.records import SuiteResults
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.project_files import read_text
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.steps.measurement.suite_measurement import suite_timeout
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.workspace.git.change_history import recent_changes

MOST_TESTS = 10


def with_obsolete_tests(wb: Workbench, commit: str, results: SuiteResults) -> SuiteResults:
    """Return the results of a commit; tests that pass with the new value are named as possibly obsolete.

    Their change is added to TESTS_WOULD_FIX, unless another change of their files is offered there.
    """
    asked = [one for one in results.failures if one.is_steady_defect and TestId(one.test).file.endswith(".py")]
    changes = recent_changes(wb.mirror.git, commit, wb.project.subdir) if asked else []
    if not changes:
        return results
    known: dict[TestId, str] = {}
    with wb.worktree("obsolete", commit) as tree:
        root = wb.root(tree)
        for one in asked[:MOST_TESTS]:
            found = obsolete_test(
                one, read_text(root / one.test.file), changes, lambda at, file: _text_at(wb, at, file)
            )
            if found is not None and _passes(wb, tree, found):
                known[one.test] = found.evidence
        if not known:
            return results
        _offer(wb, wb.mirror.diff(tree))
    failures = with_obsolete(results.failures, known)
    return results.model_copy(update={"failures": failures, "obsolete_tests": known})


def _text_at(wb: Workbench, commit: str, file: str) -> str:
    path = f"{wb.project.subdir}/{file}".lstrip("/")
    return next((content.decode(errors="replace") for _, content in wb.mirror.read_each(commit, [path])), "")


def _passes(wb: Workbench, tree: Path, found: ObsoleteTest) -> bool:
    """Whether the test passes as it would be; its file stays so in the worktree then."""
    path = wb.root(tree) / found.test.file
    before = path.read_bytes()
    path.write_text(found.text, encoding="utf-8")
    run = run_suite(wb.target, tree, tests=[found.test], timeout=suite_timeout(wb))
    if run.fault is None and found.test in run.passed:
        return True
    path.write_bytes(before)
    return False


def _offer(wb: Workbench, patch: str) -> None:
    """Add a patch to what is offered, if it changes other files."""
    place = wb.store.path(TESTS_WOULD_FIX)
    offered = place.read_text(encoding="utf-8") if place.exists() else ""
    changed = {line for line in patch.splitlines() if line.startswith("+++ ")}
    if changed.isdisjoint(offered.splitlines()):
        wb.store.write_text(TESTS_WOULD_FIX, offered + patch)
