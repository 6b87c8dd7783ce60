from collections.abc import Callable, Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from testfix_pipeline.core.cycle_rules.results import (
    Counts,
    counts,
    format_rate,
    layer_of,
    measured_outcomes,
    merge,
    results_counts,
    summarise,
)
from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.core.records import Failure, Outcome, SuiteResults, SuiteRun
from testfix_pipeline.core.test_ids import TestId

Maker = Callable[..., dict[TestId, Outcome]]
IDS = st.sampled_from(["t.py::a", "t.py::b", "u.py::c", "u.py"]).map(TestId)
OUTCOMES = st.dictionaries(IDS, st.sampled_from(["passed", "failed", "error", "skipped"])).map(
    lambda statuses: {name: Outcome.model_validate({"id": name, "status": s}) for name, s in statuses.items()}
)


def summed(
    outcomes: Mapping[TestId, Outcome], measured: Sequence[str] = (), failures: list[Failure] | None = None
) -> SuiteResults:
    return summarise(
        outcomes,
        [TestId(name) for name in measured] or None,
        failures or [],
        mode="full_suite",
        command="pytest",
        duration=1.5,
        collected_at="now",
    )


def test_skipped_tests_are_in_the_total_but_not_in_the_rate(outcomes: Maker) -> None:
    results = summed(outcomes(a="passed", b="failed", c="error", d="skipped"))
    assert (results.total, results.passed, results.failed, results.errors, results.skipped) == (4, 1, 1, 1, 1)
    assert results.pass_rate == pytest.approx(100 / 3)
    assert results_counts(results) == Counts(1, 2) == counts(results.outcomes)
    assert [failure.test for failure in results.failures] == ["b", "c"]


def test_all_skipped_is_no_measurement(outcomes: Maker) -> None:
    with pytest.raises(MeasurementError, match="no pass rate"):
        summed(outcomes(a="skipped"))


def test_tests_outside_the_measured_set_do_not_dilute(outcomes: Maker) -> None:
    results = summed(outcomes(a="passed", b="failed", new="passed"), ["a", "b"])
    assert (results.total, results.pass_rate) == (2, 50)
    assert set(results.outcomes) == {"a", "b", "new"}


def test_a_measured_test_that_did_not_report_is_an_error(outcomes: Maker) -> None:
    results = summed(outcomes(a="passed"), ["a", "t.py::gone"])
    assert (results.errors, results.pass_rate) == (1, 50)
    assert results.failures[0].error == "t.py::gone did not report"


def test_tests_of_a_file_that_no_longer_collects_carry_its_error() -> None:
    broken = Outcome(id="t.py", status="error", error_type="SyntaxError", message="invalid syntax")
    found = measured_outcomes({"t.py": broken}, [TestId("t.py::a")])
    assert found["t.py::a"].error_type == "SyntaxError"
    skipped = measured_outcomes({"t.py": Outcome(id="t.py", status="skipped")}, [TestId("t.py::a")])
    assert skipped["t.py::a"].error_type == "MissingResult"


def test_a_repaired_file_counts_by_its_tests() -> None:
    names = map(TestId, ("t.py::a", "t.py::b", "u.py::c"))
    after = {name: Outcome(id=name, status="passed") for name in names}
    assert set(measured_outcomes(after, [TestId("t.py"), TestId("u.py::c")])) == set(after)


def test_the_callers_triage_is_kept(outcomes: Maker) -> None:
    mine = Failure(test="b", criticality="high")
    assert summed(outcomes(a="passed", b="failed"), failures=[mine]).failures == [mine]


@pytest.mark.parametrize(
    ("value", "shown"),
    [(100, "100"), (99.99, "99.9"), (66.666, "66.7"), (0.001, "0.1"), (0, "0"), (95.0, "95"), (10.0, "10")],
)
def test_only_a_true_hundred_reads_as_one(value: float, shown: str) -> None:
    assert format_rate(value) == shown


@given(OUTCOMES, OUTCOMES, OUTCOMES)
def test_laws_of_merge(one: dict[TestId, Outcome], two: dict[TestId, Outcome], three: dict[TestId, Outcome]) -> None:
    assert merge(one, one) == one
    assert merge(merge(one, two), three) == merge(one, merge(two, three))
    assert set(merge(one, two)) == set(one) | set(two)
    assert all(merge(one, two)[name] == outcome for name, outcome in two.items())
    assert merge(merge(one, two), two) == merge(one, two)
    assert merge(SuiteRun(outcomes=one), SuiteRun(outcomes=two)) == merge(one, two)


@pytest.mark.parametrize(
    ("test", "layer"),
    [
        ("tests/test_a.py::test_x", "L1"),
        ("tests/integration/test_a.py::test_x", "L2"),
        ("tests/test_integration.py::test_x", "L2"),
        ("tests/e2e/test_a.py::test_x", "L3"),
        ("tests/test_disintegration.py::test_x", "L1"),
    ],
)
def test_layers(test: str, layer: str) -> None:
    assert layer_of(TestId(test)) == layer
