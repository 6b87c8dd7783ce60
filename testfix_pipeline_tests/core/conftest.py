"""Makers of records for the tests of core."""

from collections.abc import Callable
from typing import Any

import pytest

from testfix_pipeline.core.iteration_records import IterationRecord
from testfix_pipeline.core.records import Failure, Outcome
from testfix_pipeline.core.test_ids import TestId


def _outcomes(**statuses: str) -> dict[str, Outcome]:
    return {TestId(name): Outcome.model_validate({"id": name, "status": status}) for name, status in statuses.items()}


def _iteration(number: int, **fields: Any) -> IterationRecord:
    values: dict[str, Any] = {"pass_rate": 50.0, "strategy": "conservative", "started_at": "2025-01-01T00:00:00+00:00"}
    return IterationRecord.model_validate(values | {"iteration": number} | fields)


def _failures(**signatures: str) -> list[Failure]:
    return [Failure(test=test, signature=signature) for test, signature in signatures.items()]


@pytest.fixture
def outcomes() -> Callable[..., dict[TestId, Outcome]]:
    """outcomes(a="passed", b="failed")"""
    return _outcomes


@pytest.fixture
def iteration() -> Callable[..., IterationRecord]:
    """iteration(3, strategy="aggressive", failed_tests=["a"])"""
    return _iteration


@pytest.fixture
def failures() -> Callable[..., list[Failure]]:
    """failures(a="signature one", b="signature two")"""
    return _failures
