from datetime import date

import pytest

from bank_holidays import BankCalendar, Fixed, NthWeekday

NEW_YEAR = Fixed("New Year", 1, 1)
INDEPENDENCE = Fixed("Independence Day", 7, 4)
CHRISTMAS = Fixed("Christmas", 12, 25)
LABOR = NthWeekday("Labor Day", 9, 0, 1)
THANKSGIVING = NthWeekday("Thanksgiving", 11, 3, 4)
MEMORIAL = NthWeekday("Memorial Day", 5, 0, -1)


@pytest.fixture
def calendar():
    return BankCalendar([NEW_YEAR, INDEPENDENCE, CHRISTMAS, LABOR, THANKSGIVING, MEMORIAL])


def test_nth_weekday():
    assert THANKSGIVING.day(2024) == date(2024, 11, 28)
    assert LABOR.day(2025) == date(2025, 9, 1)


def test_last_weekday():
    assert MEMORIAL.day(2024) == date(2024, 5, 27)
    assert NthWeekday("last Friday", 12, 4, -1).day(2021) == date(2021, 12, 31)


def test_on_a_weekday():
    assert INDEPENDENCE.observed(2024) == date(2024, 7, 4)


def test_on_a_saturday():
    assert INDEPENDENCE.observed(2020) == date(2020, 7, 3)


def test_on_a_sunday():
    assert INDEPENDENCE.observed(2021) == date(2021, 7, 5)


def test_closed_on_the_monday_after(calendar):
    assert not calendar.is_open(date(2022, 12, 26))
    assert calendar.holiday(date(2022, 12, 26)) == "Christmas"


def test_new_year_on_a_saturday(calendar):
    assert calendar.holiday(date(2021, 12, 31)) == "New Year"
    assert calendar.is_open(date(2022, 1, 3))


def test_weekend(calendar):
    assert not calendar.is_open(date(2024, 3, 2))
    assert calendar.holiday(date(2024, 3, 2)) is None


def test_add_days(calendar):
    assert calendar.add_days(date(2024, 7, 3), 1) == date(2024, 7, 5)
    assert calendar.add_days(date(2024, 7, 3), 2) == date(2024, 7, 8)


def test_add_days_backwards(calendar):
    assert calendar.add_days(date(2024, 9, 3), -1) == date(2024, 8, 30)


def test_add_no_days(calendar):
    assert calendar.add_days(date(2024, 7, 4), 0) == date(2024, 7, 4)


def test_open_days(calendar):
    assert calendar.open_days(date(2024, 12, 23), date(2024, 12, 31)) == 6


def test_open_days_over_new_year(calendar):
    assert calendar.open_days(date(2022, 12, 30), date(2023, 1, 6)) == 5
