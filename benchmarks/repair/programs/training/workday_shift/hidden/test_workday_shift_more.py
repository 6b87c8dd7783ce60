from datetime import date, timedelta

import pytest
from workday_shift import Workweek

W = Workweek([date(2024, 5, 1), date(2024, 5, 6)])


@pytest.mark.parametrize("start,count,want", [
    ((2024, 5, 4), 0, (2024, 5, 7)),
    ((2024, 5, 5), 2, (2024, 5, 9)),
    ((2024, 5, 4), -1, (2024, 5, 2)),
    ((2024, 5, 6), -2, (2024, 4, 30)),
    ((2024, 5, 1), 1, (2024, 5, 3)),
    ((2024, 5, 2), 3, (2024, 5, 8)),
])
def test_shift(start, count, want):
    assert W.shift(date(*start), count) == date(*want)


def test_result_is_workday():
    day = date(2024, 4, 27)
    for n in range(14):
        for count in (-3, -1, 0, 1, 4):
            assert W.is_workday(W.shift(day + timedelta(days=n), count))


def test_back_and_forth():
    for d in range(1, 29):
        start = W.roll(date(2024, 5, d))
        assert W.shift(W.shift(start, 4), -4) == start


def test_other_weekend():
    w = Workweek(weekend=[4])
    assert w.shift(date(2024, 5, 3), 1) == date(2024, 5, 5)


def test_deadline_from_weekend():
    assert Workweek().deadline(date(2024, 5, 4), 2) == date(2024, 5, 8)
