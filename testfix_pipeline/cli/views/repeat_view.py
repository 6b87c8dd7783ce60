"""The result of `testfix measure --repeat`, and what is said of tests that depend on their order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from testfix_pipeline.core.counted_nouns import counted, first_names
from testfix_pipeline.core.flaky_records import FlakyFindings
from testfix_pipeline.core.order_records import OrderDependence, OrderFindings
from testfix_pipeline.core.test_ids import TestId

if TYPE_CHECKING:
    from testfix_pipeline.steps.verification.repeated_measurement import RepeatedRuns, UnsteadyTest


def text(found: RepeatedRuns) -> str:
    """Return the count, a row for each test that failed, and what explains it."""
    ran = f"{counted(found.tests, 'test')} in {counted(found.runs, 'run')}"
    ran += f", {found.under_load} under load" if found.under_load else ""
    said = [*order_lines(found.order_findings), *flaky_lines(found.flaky_findings)]
    if not found.failing:
        return "\n".join([f"{ran}: none failed", *said])
    head = f"{ran}: {counted(len(found.failing), 'test')} failed"
    title = "  failed in runs  under load  test" if found.under_load else "  failed in runs  test"
    return "\n".join([head, title, *(_row(one, found.under_load) for one in found.failing), *said])


def _row(one: UnsteadyTest, under_load: int) -> str:
    loaded = f"  {one.failed_under_load:4} of {under_load:2}" if under_load else ""
    return f"  {one.failed:4} of {one.runs:4}{loaded}  {one.test}: {one.error}"


def burn_in_reasons(found: RepeatedRuns) -> list[str]:
    """Return a sentence on each changed test that failed in some of the runs."""
    failing = [one for one in found.failing if one.failed < one.runs]
    return [
        f"{one.test} is new or changed and flaky: it failed in {one.failed} of {one.runs} runs, "
        f"{one.failed_under_load} of them under load."
        for one in failing
    ] + flaky_lines(found.flaky_findings)


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
