from typing import Any

import pytest

from testfix_pipeline.core.cycle_rules.criticality import higher_criticality, rule_criticality
from testfix_pipeline.core.records import Frame, Outcome


def outcome(test: str = "tests/test_a.py::test_x", **fields: Any) -> Outcome:
    return Outcome.model_validate({"id": test, "status": "failed"} | fields)


@pytest.mark.parametrize(
    ("failing", "expected"),
    [
        (outcome(), "medium"),
        (outcome("tests/test_login.py::test_x"), "high"),
        (outcome("tests/test_a.py::TestAuthToken::test_x"), "high"),
        (outcome("tests/test_author.py::test_x"), "medium"),
        (outcome(frames=[Frame(file="shop/payment.py", line=1, function="f")]), "high"),
        (outcome(phase="collect"), "high"),
        (outcome(error_type="sqlite3.IntegrityError"), "high"),
        (outcome(message="the file was corrupted"), "high"),
        (outcome("tests/test_docs.py::test_x"), "low"),
        (outcome("test/bash.js::bash docs::expands"), "medium"),
        (outcome("docs/test_pages.py::test_x"), "low"),
        (outcome("example_test.go::ExampleDecode"), "medium"),
        (outcome("tests/examples/test_a.py::test_x"), "medium"),
    ],
)
def test_rules(failing: Outcome, expected: str) -> None:
    assert rule_criticality(failing) == expected


def test_proved_facts() -> None:
    assert rule_criticality(outcome("tests/test_docs.py::x"), was_passing=True) == "high"
    assert rule_criticality(outcome("tests/test_auth.py::x"), flaky=True) == "low"
    assert rule_criticality(outcome(phase="collect"), failure_class="env_issue") == "low"
    assert rule_criticality(outcome(), failure_class="test_defect") == "medium"


def test_an_agent_raises_but_never_lowers() -> None:
    assert higher_criticality("low", "high") == "high"
    assert higher_criticality("high", "low") == "high"
    assert higher_criticality("medium", None) == "medium"
