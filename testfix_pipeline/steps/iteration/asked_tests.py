"""Selects the failures to fix if the launch names tests."""

from __future__ import annotations

from collections.abc import Sequence

from testfix_pipeline.core.cycle_rules.named_tests import named_among
from testfix_pipeline.core.records import Failure
from testfix_pipeline.steps.session.workbench import Workbench


def requested_failures(wb: Workbench, failures: Sequence[Failure]) -> list[Failure]:
    """Return the failures of the tests in `only_tests`; all failures if it names no measured test."""
    known = {*wb.results().outcomes, *(failure.test for failure in failures)}
    named = named_among(wb.config.only_tests, known) if wb.config.only_tests else set()
    return [failure for failure in failures if not named or failure.test in named]
