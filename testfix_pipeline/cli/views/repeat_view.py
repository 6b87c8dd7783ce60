"""The result of `testfix measure --repeat`, and what is said of tests that depend on their order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from testfix_pipeline.core.counted_nouns import counted, first_names
from testfix_pipeline.core.flaky_records import FlakyFindings
from testfix_pipeline.core.order_records import OrderDependence, OrderFindings
from testfix_pipeline.core.test_ids import TestId

if TYPE_CHECKING:
    from testfix_pipeline.steps.verification.repeated_measurement import RepeatedRuns


def text(found: RepeatedRuns) -> str:
    """Return the count, a row for each test that failed, and what explains it."""
    ran = f"{counted(found.tests, 'test')} in {counted(found.runs, 'run')}"
    said = [*order_lines(found.order_findings), *flaky_lines(found.flaky_findings)]
    if not found.failing:
        return "\n".join([f"{ran}: none failed", *said])
    rows = [f"  {one.failed:4} of {one.runs:4}  {one.test}: {one.error}" for one in found.failing]
    head = f"{ran}: {counted(len(found.failing), 'test')} failed"
    return "\n".join([head, "  failed in runs  test", *rows, *said])


def as_json(found: RepeatedRuns) -> dict[str, Any]:
    """Return the record with its outcome."""
    return {"outcome": "failed" if found.failing else "success", **found.model_dump(mode="json")}


def flaky_lines(findings: FlakyFindings | None) -> list[str]:
    """Return what makes flaky tests pass and fail."""
    return [f"flaky  {one.test}: {one.describe()}" for one in findings.tests] if findings is not None else []


def order_lines(findings: OrderFindings | None) -> list[str]:
    """Return what makes tests depend on their order, and the offered change of the tests as a patch."""
    if findings is None:
        return []
    groups: dict[tuple[TestId, ...], list[OrderDependence]] = {}
    for one in findings.tests:
        groups.setdefault(tuple(one.others), []).append(one)
    lines = [
        f"order  {first_names([one.test for one in group], 3)}: {group[0].describe()}" for group in groups.values()
    ]
    return [*lines, *findings.patch.splitlines()]
