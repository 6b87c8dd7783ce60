import pytest

from report import Result, by_suite, pass_rate


@pytest.mark.parametrize("passed, failed, skipped, rate", [(1, 1, 8, 50), (2, 1, 1, 66.7), (0, 2, 2, 0), (5, 0, 5, 100)])
def test_rate(passed, failed, skipped, rate):
    results = [Result("a.b", "passed")] * passed + [Result("a.b", "failed")] * failed + [Result("a.b", "skipped")] * skipped
    assert pass_rate(results) == rate


def test_errors_ran():
    assert pass_rate([Result("a.b", "error"), Result("a.c", "passed")]) == 50


def test_suite_with_skipped():
    assert by_suite([Result("a.x", "passed"), Result("a.y", "skipped")]) == {"a": 100}
