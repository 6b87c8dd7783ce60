from datetime import date, timedelta
import pytest
from fiscal_calendar import FiscalCalendar, format_period


@pytest.mark.parametrize("month", [1, 2, 4, 10, 12])
def test_round_trip(month):
    cal = FiscalCalendar(month)
    start, end = cal.bounds(2021)
    assert cal.year_of(start) == 2021
    assert cal.year_of(end) == 2021
    assert cal.year_of(end + timedelta(days=1)) == 2022
    assert cal.year_of(start - timedelta(days=1)) == 2020


def test_january_calendar_named_after_end():
    cal = FiscalCalendar(1, named_after_end=True)
    assert cal.year_of(date(2020, 1, 31)) == 2020
    assert cal.bounds(2020) == (date(2020, 1, 1), date(2020, 12, 31))


def test_day_of_year_in_first_month():
    cal = FiscalCalendar(10, named_after_end=True)
    assert cal.day_of_year(date(2023, 10, 31)) == 31
    assert cal.day_of_year(date(2024, 9, 30)) == 366


def test_format_first_month():
    assert format_period(FiscalCalendar(10, True), date(2022, 10, 1)) == "FY2023-P01"


def test_period_before_start():
    assert FiscalCalendar(7).period_of(date(2024, 6, 1)) == 12
    assert FiscalCalendar(7).year_of(date(2024, 6, 1)) == 2023


def test_bad_month():
    with pytest.raises(ValueError):
        FiscalCalendar(13)
