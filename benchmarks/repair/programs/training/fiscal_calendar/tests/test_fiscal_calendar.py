from datetime import date
import pytest
from fiscal_calendar import FiscalCalendar, format_period

UK = FiscalCalendar(4)
US = FiscalCalendar(10, named_after_end=True)


def test_year_middle():
    assert UK.year_of(date(2023, 7, 1)) == 2023
    assert UK.year_of(date(2024, 2, 1)) == 2023


def test_named_after_end():
    assert US.year_of(date(2023, 11, 5)) == 2024
    assert US.year_of(date(2023, 9, 30)) == 2023


def test_bounds():
    assert UK.bounds(2023) == (date(2023, 4, 1), date(2024, 3, 31))
    assert US.bounds(2024) == (date(2023, 10, 1), date(2024, 9, 30))


def test_quarters():
    assert [UK.quarter_of(date(2023, m, 9)) for m in (1, 4, 7, 12)] == [4, 1, 2, 3]


def test_quarter_bounds():
    assert UK.quarter_bounds(2023, 4) == (date(2024, 1, 1), date(2024, 3, 31))
    assert UK.quarter_bounds(2023, 2) == (date(2023, 7, 1), date(2023, 9, 30))


def test_bad_quarter():
    with pytest.raises(ValueError):
        UK.quarter_bounds(2023, 5)


def test_first_day():
    start, _ = UK.bounds(2022)
    assert UK.day_of_year(start) == 1


def test_format():
    assert format_period(US, date(2023, 12, 31)) == "FY2024-P03"
    assert format_period(UK, date(2023, 4, 15)) == "FY2023-P01"
