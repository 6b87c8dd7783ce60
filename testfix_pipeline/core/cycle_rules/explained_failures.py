"""Explains failures by what was found of tests that depend on the order, are flaky, or are obsolete."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from testfix_pipeline.core.flaky_records import FlakyCause, FlakyFindings
from testfix_pipeline.core.order_records import OrderDependence, OrderFindings
from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.test_ids import TestId


def with_findings(failures: Sequence[Failure], findings: OrderFindings | None) -> list[Failure]:
    """Return the failures; those that the findings explain are the tests' own, unless the program may be wrong."""
    known = {one.test: one for one in findings.tests} if findings is not None else {}
    return [_explained(one, known[one.test]) if one.test in known else one for one in failures]


def _explained(failure: Failure, found: OrderDependence) -> Failure:
    said = found.describe()
    kind = failure.failure_class if found.may_be_the_program else "test_defect"
    return failure.model_copy(update={"order": said, "evidence": said, "failure_class": kind})


def with_flaky_causes(failures: Sequence[Failure], findings: FlakyFindings | None) -> list[Failure]:
    """Return the failures; those whose cause lies in the tests are theirs, a network or a port is the environment's."""
    known = {one.test: one for one in findings.tests} if findings is not None else {}
    return [_of_cause(one, known[one.test]) if one.test in known else one for one in failures]


def with_obsolete(failures: Sequence[Failure], known: Mapping[TestId, str] | None) -> list[Failure]:
    """Return the failures; obsolete ones are the tests' own."""
    known = known or {}
    return [
        one.model_copy(update={"evidence": known[one.test], "failure_class": "test_defect"})
        if one.test in known
        else one
        for one in failures
    ]


def _of_cause(failure: Failure, found: FlakyCause) -> Failure:
    kind = failure.failure_class
    if found.cause != "program" and found.kind in ("network", "ports"):
        kind = "env_issue"
    elif found.cause == "test":
        kind = "test_defect"
    said = found.describe()
    before = f"{failure.evidence} " if failure.failure_class == "env_issue" else ""  # how to open the sandbox
    return failure.model_copy(update={"flaky_cause": said, "evidence": before + said, "failure_class": kind})
