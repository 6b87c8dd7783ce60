"""Names of tests as tools write them into JUnit reports, and which of our ids they mean."""

import pytest

from testfix_pipeline.core.cycle_rules.named_tests import named_among

HALF, CASE, OTHER = (
    "tests/test_calc.py::TestHalf::test_one",
    "tests/test_calc.py::test_two[1-a]",
    "test_shop.py::test_one",
)
JEST, GROUPED = "src/cart.test.js::adds up", "src/cart.test.js::Cart::total::is 6"
GO, BROKEN, DEEP = "shop/cart_test.go::TestTotal/none", "tests/test_broken.py", "a/tests/test_calc.py::test_two[1-a]"
SUB = "shop/cart_test.go::TestSum::the border of 2"
ALL = (SUB, HALF, CASE, OTHER, JEST, GROUPED, GO, BROKEN, DEEP)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        (HALF, {HALF}),
        ("tests.test_calc.TestHalf::test_one", {HALF}),
        ("test_calc.TestHalf::test_one", {HALF}),
        ("services.web.tests.test_calc.TestHalf::test_one", {HALF}),
        ("test_shop::test_one", {OTHER}),
        ("test_one", {HALF, OTHER}),
        ("example.com/mod/shop::TestSum/the_border_of_2", {SUB}),
        ("src/cart.test.js::Cart > total > is 6", {GROUPED}),
        ("src/other.test.js::Cart > total > is 6", set()),
        ("e2e.test_web::test_login", set()),
        ("tests.test_calc::test_two[1-a]", {CASE, DEEP}),
        ("a.tests.test_calc::test_two[1-a]", {CASE, DEEP}),
        ("tests.test_calc::test_two[1-b]", set()),
        ("Cart total is 6::Cart total is 6", {GROUPED}),
        ("Cart total::is 6", {GROUPED}),
        ("src/cart.test.js::Cart::total::is 6", {GROUPED}),
        ("shop::TestTotal/none", {GO}),
        ("tests.test_broken", {BROKEN}),
        ("tests/test_broken.py", {BROKEN}),
        ("tests.test_broken::test_in_it", {BROKEN}),
        ("tests.test_calc", {HALF, CASE, DEEP}),
        ("", set()),
        ("::", set()),
    ],
)
def test_a_name_means_these_tests(name: str, meant: set[str]) -> None:
    assert named_among([name], ALL) == meant


def test_names_that_mean_nothing_find_nothing() -> None:
    assert named_among(["nowhere::test_one", "\x00", "a" * 10_000], ALL) == set()
