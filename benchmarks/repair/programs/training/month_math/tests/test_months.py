from datetime import date

import pytest

from months import (add_months, billing_periods, due_date, end_of_month,
                    months_between, quarter, quarter_end, quarter_start)


def test_add_simple():
    assert add_months(date(2023, 5, 10), 2) == date(2023, 7, 10)


def test_add_over_year_end():
    assert add_months(date(2023, 11, 15), 1) == date(2023, 12, 15)
    assert add_months(date(2023, 12, 15), 1) == date(2024, 1, 15)


def test_add_clamps():
    assert add_months(date(2024, 1, 31), 1) == date(2024, 2, 29)


def test_subtract():
    assert add_months(date(2024, 1, 5), -1) == date(2023, 12, 5)


def test_end_of_month():
    assert end_of_month(date(2023, 2, 1)) == date(2023, 2, 28)


@pytest.mark.parametrize("end,expected", [
    (date(2023, 2, 14), 0), (date(2023, 2, 15), 1), (date(2022, 12, 15), -1)])
def test_between(end, expected):
    assert months_between(date(2023, 1, 15), end) == expected


def test_quarters():
    assert [quarter(date(2023, m, 1)) for m in (1, 2, 3, 4, 6, 12)] == [1, 1, 1, 2, 2, 4]


def test_quarter_start():
    assert quarter_start(date(2023, 6, 30)) == date(2023, 4, 1)


def test_quarter_end():
    assert quarter_end(date(2023, 9, 9)) == date(2023, 9, 30)


def test_periods():
    assert billing_periods(date(2023, 1, 31), 2) == [
        (date(2023, 1, 31), date(2023, 2, 27)),
        (date(2023, 2, 28), date(2023, 3, 30)),
    ]


def test_due():
    assert due_date(date(2023, 1, 10), 1, 5) == date(2023, 3, 5)
