from datetime import date

import pytest

from billing_dates import add_months, days_in_month, due_dates, full_months_between


def test_days_in_month():
    assert days_in_month(2023, 2) == 28
    assert days_in_month(2024, 2) == 29
    assert days_in_month(1900, 2) == 28
    assert days_in_month(2024, 4) == 30


def test_add_within_year():
    assert add_months(date(2023, 3, 15), 2) == date(2023, 5, 15)


def test_add_across_year_end():
    assert add_months(date(2023, 11, 5), 3) == date(2024, 2, 5)


def test_subtract_months():
    assert add_months(date(2023, 1, 10), -1) == date(2022, 12, 10)


def test_full_months():
    assert full_months_between(date(2023, 1, 15), date(2023, 4, 14)) == 2
    assert full_months_between(date(2023, 1, 15), date(2023, 4, 15)) == 3


def test_full_months_wrong_order():
    with pytest.raises(ValueError):
        full_months_between(date(2023, 2, 1), date(2023, 1, 1))


def test_end_of_january():
    assert add_months(date(2023, 1, 31), 1) == date(2023, 2, 28)


def test_due_dates_return_to_the_31st():
    assert due_dates(date(2023, 1, 31), 4) == [
        date(2023, 1, 31),
        date(2023, 2, 28),
        date(2023, 3, 31),
        date(2023, 4, 30),
    ]
