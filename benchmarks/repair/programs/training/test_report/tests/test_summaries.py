import pytest

from report import Result, by_suite, compare, counts, headline, pass_rate, slowest

RESULTS = [
    Result("api.test_get", "passed", 0.5),
    Result("api.test_put", "failed", 1.25),
    Result("db.test_open", "passed", 0.5),
    Result("db.test_lock", "passed"),
]


def test_counts():
    assert counts(RESULTS) == {"passed": 3, "failed": 1, "error": 0, "skipped": 0, "total": 4}


def test_pass_rate():
    assert pass_rate(RESULTS) == 75


def test_skipped_tests_do_not_lower_the_rate():
    assert pass_rate([*RESULTS, Result("db.test_gpu", "skipped")]) == 75


def test_nothing_ran():
    assert pass_rate([]) == 100
    assert pass_rate([Result("a.b", "skipped")]) == 100


def test_by_suite():
    assert by_suite(RESULTS) == {"api": 50, "db": 100}


def test_slowest():
    assert slowest(RESULTS, 2) == ["1.25s api.test_put", "0.50s api.test_get"]


def test_compare():
    after = [Result("api.test_get", "error"), Result("api.test_put", "passed"), Result("x.new", "failed")]
    assert compare(RESULTS, after) == (["api.test_get", "x.new"], ["api.test_put"])


@pytest.mark.parametrize(
    "results, text",
    [(RESULTS, "3 passed, 1 failed (75%)"), ([], "no tests (100%)"), (RESULTS[:1] + [Result("a.b", "skipped")], "1 passed, 1 skipped (100%)")],
)
def test_headline(results, text):
    assert headline(results) == text
