from datetime import date, timedelta

import pytest

from fiscal_quarters import FiscalCalendar, Quarter, Sales


@pytest.mark.parametrize("month", range(1, 13))
def test_start_is_in_its_quarter(month):
    calendar = FiscalCalendar(month)
    for number in range(1, 5):
        quarter = Quarter(2023, number)
        assert calendar.quarter(calendar.start(quarter)) == quarter
        assert calendar.quarter(calendar.end(quarter)) == quarter
        assert calendar.quarter(calendar.start(quarter) - timedelta(days=1)) == quarter.previous()


def test_october():
    calendar = FiscalCalendar(10)
    assert calendar.year(date(2022, 9, 30)) == 2022
    assert calendar.year(date(2022, 10, 1)) == 2023
    assert calendar.year(date(2022, 11, 1)) == 2023


def test_december():
    calendar = FiscalCalendar(12)
    assert calendar.quarter(date(2022, 12, 1)) == Quarter(2023, 1)
    assert calendar.quarter(date(2022, 11, 30)) == Quarter(2022, 4)


def test_january_has_plain_years():
    assert FiscalCalendar(1).year(date(2022, 1, 1)) == 2022
    assert FiscalCalendar(1).year(date(2022, 12, 1)) == 2022


def test_sales_in_the_first_month():
    sales = Sales(FiscalCalendar(7))
    sales.add(date(2020, 7, 31), 100)
    sales.add(date(2020, 6, 30), 30)
    assert (sales.year_total(2021), sales.year_total(2020)) == (100, 30)
