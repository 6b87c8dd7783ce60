"""Names the tests that a measurement leaves out: with such a rest, a session that passes its tests is a partial one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from testfix_pipeline.core.records import RunOutcome, SuiteResults, SuiteRun
from testfix_pipeline.core.session_parts import LeftOutFile
from testfix_pipeline.frameworks.left_out.left_out_files import left_out_files, left_out_sentence
from testfix_pipeline.steps.session.workbench import Workbench


def with_left_out(wb: Workbench, tree: Path, run: SuiteRun, results: SuiteResults) -> SuiteResults:
    """Return the results of a full run in `tree` with the test files that it left out, if nobody chose the tests."""
    found = [] if wb.config.test_command else left_out_files(wb.root(tree), wb.target.suites, run)
    return results.model_copy(update={"left_out": found}) if found else results


def outcome_with_left_out(outcome: RunOutcome, reason: str, left: Sequence[LeftOutFile]) -> tuple[RunOutcome, str]:
    """Return the outcome and its reason: with tests that were not measured, a success is a partial one."""
    if not left:
        return outcome, reason
    return ("partial" if outcome == "success" else outcome), f"{reason} {left_out_sentence(left)}"
