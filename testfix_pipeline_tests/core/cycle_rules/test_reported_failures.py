"""Each failure of a report ends in exactly one way, whatever tool, job or shard wrote the report."""

import pytest

from testfix_pipeline.core.cycle_rules.reported_failures import (
    FAILS,
    FIXED,
    PASSES,
    UNKNOWN,
    End,
    MeasuredHere,
    ReportedTests,
    ends_of,
    left,
    other_interpreters,
    summary,
)
from testfix_pipeline.core.test_ids import TestId

HERE = MeasuredHere(
    tests=[
        "tests/test_seats.py::TestRow::test_all_taken",
        "tests/test_seats.py::test_none",
        "web/cart.test.ts::Cart::total::is 6",
        "shop/cart_test.go::TestSum::the border",
    ],
    failing=["tests/test_broken.py", "tests/test_seats.py::test_none"],
    fixed=["web/cart.test.ts::Cart::total::is 6"],
    reasons={"tests/test_broken.py": "The package django is not installed."},
)


@pytest.mark.parametrize(
    ("name", "end"),
    [
        ("tests.test_seats.TestRow::test_all_taken", PASSES),
        ("tests.test_seats::test_none", FAILS),
        ("tests.test_seats", FAILS),  # pytest's name of a file that could not be collected in CI
        ("web/cart.test.ts::Cart > total > is 6", FIXED),  # vitest
        ("Cart total is 6::Cart total is 6", FIXED),  # jest-junit
        ("example.com/booking/shop::TestSum/the_border", PASSES),  # gotestsum
        ("tests.test_broken::test_in_it", FAILS),  # its file can't be collected here
        ("tests.test_broken.TestIt::test_in_it", FAILS),
        ("e2e.test_web::test_login", UNKNOWN),  # another job
        ("tests.test_seats.TestRow::test_all_took", UNKNOWN),  # renamed since
        ("packages.billing.tests.test_tax::test_none", UNKNOWN),  # another package
        ("com.example.CartTest::testTotal", UNKNOWN),
    ],
)
def test_a_reported_failure_ends_so(name: str, end: End) -> None:
    assert ends_of([TestId(name)], HERE) == {name: end}


def test_what_is_left_is_what_fails_or_is_not_known() -> None:
    names = ["tests.test_seats.TestRow::test_all_taken", "tests.test_seats::test_none", "e2e.test_web::test_login"]
    ends = ends_of(map(TestId, names), HERE)
    assert left(ends) == names[1:]
    assert summary(ends) == (
        f"Of the report: {names[0]}: passes here; {names[1]}: fails here and is not fixed; {names[2]}: not among the "
        "tests measured here (another suite, job, package or path)."
    )


@pytest.mark.parametrize(("name", "count"), [("tests.test_broken::test_in_it", 1), ("tests.test_broken", 0)])
def test_tests_that_ran_for_the_report_and_can_not_be_imported_here_show_another_interpreter(name, count) -> None:
    said = other_interpreters(ReportedTests(ran=[TestId(name)]), HERE)
    assert len(said) == count and all("another interpreter than CI's. The package django" in one for one in said)
