"""Reports updated libraries: lines for a session's reports, `fix` and `review`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from testfix_pipeline.core.cycle_rules.uncollected_files import uncollected
from testfix_pipeline.core.order_records import TESTS_WOULD_FIX
from testfix_pipeline.core.update_records import Update
from testfix_pipeline.steps.measurement.update_findings import UpdateFindings, findings_of, tests_need_patch
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.updates.green_sessions import tests_when_green


def updates_section(wb: Workbench) -> list[str]:
    """Return the section of a report; empty if no failure points to a library."""
    found = findings_of(wb)
    patch = tests_need_patch(wb)
    if not found.updates:
        return []
    return ["## Updated libraries", "", *section_lines(found, patch), ""]


def section_lines(found: UpdateFindings, patch: str) -> list[str]:
    """Return each update with its alternative, then the changes that tests need, then unreadable files."""
    lines = []
    for one in found.updates:
        lines += [f"- {one.describe()}", *([f"  - alternative: {one.alternative}"] if one.alternative else [])]
    lines += [f"- {said}" for said in found.tests_need]
    lines += [f"- test code needs a change that a person has to make: `git apply {patch}`"] if patch else []
    return [*lines, *(f"- {said}" for said in found.notices)]


def uncollected_line(wb: Workbench) -> str:
    """Return a sentence on files that can't be collected, with the tests of the last green session."""
    outcomes = wb.results().outcomes
    said = uncollected(outcomes, ())
    return said and uncollected(outcomes, tests_when_green(wb.project.root, wb.session_id))


def updates_result(wb: Workbench) -> dict[str, Any]:
    """Return fields of a session's result: `updates`, patches of tests that are offered, and uncollected files."""
    found = findings_of(wb)
    rows = [one.model_dump() for one in found.updates]
    return {
        "updates": rows,
        "tests_need": found.tests_need,
        "tests_need_patch": tests_need_patch(wb),
        "tests_would_fix_patch": str(wb.store.path(TESTS_WOULD_FIX)) if wb.store.path(TESTS_WOULD_FIX).exists() else "",
        "uncollected": uncollected_line(wb),
    }


def alternatives(updates: Sequence[Update]) -> list[str]:
    """Return the pins that would restore old interfaces, each once with its reason; none is applied."""
    offered = [one.alternative for one in updates if one.alternative]
    return [f"Instead of a change of the code: {one}." for one in dict.fromkeys(offered)]
