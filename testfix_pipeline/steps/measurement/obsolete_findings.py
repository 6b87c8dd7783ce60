"""Names failing tests that a deliberate change of the program made obsolete, and offers them with the new value."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from testfix_pipeline.core.change_history import Change
from testfix_pipeline.core.cycle_rules.explained_failures import with_obsolete
from testfix_pipeline.core.cycle_rules.obsolete_tests import ObsoleteTest, obsolete_test
from testfix_pipeline.core.order_records import TESTS_WOULD_FIX
from testfix_pipeline.core.records import Failure, SuiteResults
from testfix_pipeline.core.test_ids import TestId
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
    read = partial(_text_at, wb)
    maybe = [
        one
        for one in asked[:MOST_TESTS]
        if obsolete_test(one, _text_at(wb, commit, one.test.file), changes, read) is not None
    ]
    known = _proved(wb, commit, maybe, changes) if maybe else {}
    if not known:
        return results
    failures = with_obsolete(results.failures, known)
    return results.model_copy(update={"failures": failures, "obsolete_tests": known})


def _proved(wb: Workbench, commit: str, maybe: Sequence[Failure], changes: Sequence[Change]) -> dict[TestId, str]:
    """Return the evidence of the tests that pass with the new value, which are offered so."""
    known: dict[TestId, str] = {}
    with wb.worktree("obsolete", commit) as tree:
        for one in maybe:  # a file may have several, whose changes are offered together
            found = obsolete_test(one, _exact_text(wb.root(tree) / one.test.file), changes, partial(_text_at, wb))
            if found is not None and _passes(wb, tree, found):
                known[one.test] = found.evidence
        if known:
            # add a patch to what is offered, if it changes other files
            patch = wb.mirror.diff(tree)
            place = wb.store.path(TESTS_WOULD_FIX)
            offered = place.read_text(encoding="utf-8") if place.exists() else ""
            changed = {line for line in patch.splitlines() if line.startswith("+++ ")}
            if changed.isdisjoint(offered.splitlines()):
                wb.store.write_text(TESTS_WOULD_FIX, offered + patch)
    return known


def _exact_text(path: Path) -> str:
    """Return the text with its line ends and its mark; "" if it can't be read as UTF-8."""
    try:
        return path.read_bytes().decode()
    except (OSError, ValueError):
        return ""


def _text_at(wb: Workbench, commit: str, file: str) -> str:
    path = f"{wb.project.subdir}/{file}".lstrip("/")
    return next((content.decode(errors="replace") for _, content in wb.mirror.read_each(commit, [path])), "")


def _passes(wb: Workbench, tree: Path, found: ObsoleteTest) -> bool:
    """Whether the test passes as it would be; its file stays so in the worktree then."""
    path = wb.root(tree) / found.test.file
    before = path.read_bytes()
    path.write_bytes(found.text.encode())
    run = run_suite(wb.target, tree, tests=[found.test], timeout=suite_timeout(wb))
    if run.fault is None and found.test in run.passed:
        return True
    path.write_bytes(before)
    return False
