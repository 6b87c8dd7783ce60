import pytest

from backoff import Budget, GaveUp, call, schedule


class Flaky:
    def __init__(self, failures, error=OSError):
        self.failures, self.error = failures, error

    def __call__(self):
        if self.failures:
            self.failures -= 1
            raise self.error("down")
        return "fine"


def test_first_try():
    assert call(Flaky(0), None) == "fine"


def test_second_try():
    pauses = []
    assert call(Flaky(1), pauses.append) == "fine"
    assert pauses == [1]


def test_pauses_grow():
    pauses = []
    assert call(Flaky(3), pauses.append) == "fine"
    assert pauses == [1, 2, 4]


def test_longest():
    pauses = []
    with pytest.raises(GaveUp):
        call(Flaky(9), pauses.append, tries=5, pause=3, factor=5, longest=20)
    assert pauses == [3, 15, 20, 20]


def test_gave_up():
    with pytest.raises(GaveUp, match="after 2 tries: down"):
        call(Flaky(5), lambda s: None, tries=2)


def test_other_errors():
    with pytest.raises(KeyError):
        call(Flaky(1, KeyError), None)


def test_schedule():
    assert schedule(4, longest=3) == [1, 2, 3]


def test_budget():
    budget = Budget(2)
    assert budget.run(Flaky(2), lambda s: None) == "fine"
    with pytest.raises(GaveUp):
        budget.run(Flaky(1), lambda s: None)


def test_no_try():
    with pytest.raises(ValueError):
        call(Flaky(0), None, tries=0)
