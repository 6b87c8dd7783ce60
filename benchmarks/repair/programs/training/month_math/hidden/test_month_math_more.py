from datetime import date

import pytest

from months import quarter, quarter_end, quarter_start


@pytest.mark.parametrize("month,expected", [(1, 1), (3, 1), (5, 2), (6, 2), (9, 3), (10, 4), (12, 4)])
def test_quarter(month, expected):
    assert quarter(date(2021, month, 28)) == expected


def test_each_quarter_has_three_months():
    got = [quarter(date(2020, m, 1)) for m in range(1, 13)]
    assert got == sorted(got)
    assert all(got.count(q) == 3 for q in (1, 2, 3, 4))


def test_start_every_month():
    assert [quarter_start(date(2020, m, 5)).month for m in range(1, 13)] == [1] * 3 + [4] * 3 + [7] * 3 + [10] * 3


def test_end_of_year():
    assert quarter_end(date(2020, 12, 31)) == date(2020, 12, 31)
    assert quarter_end(date(2020, 3, 31)) == date(2020, 3, 31)
