from datetime import date

import pytest

from fiscal_quarters import FiscalCalendar, Quarter, Sales

APRIL = FiscalCalendar(4)
JANUARY = FiscalCalendar()


def test_normal_year():
    assert JANUARY.quarter(date(2021, 1, 1)) == Quarter(2021, 1)
    assert JANUARY.quarter(date(2021, 12, 31)) == Quarter(2021, 4)


def test_year_from_april():
    assert APRIL.quarter(date(2021, 3, 31)) == Quarter(2021, 4)
    assert APRIL.quarter(date(2021, 6, 1)) == Quarter(2022, 1)
    assert APRIL.quarter(date(2021, 12, 24)) == Quarter(2022, 3)


def test_start():
    assert APRIL.start(Quarter(2022, 1)) == date(2021, 4, 1)
    assert APRIL.start(Quarter(2022, 4)) == date(2022, 1, 1)
    assert JANUARY.start(Quarter(2022, 2)) == date(2022, 4, 1)


def test_end():
    assert APRIL.end(Quarter(2022, 4)) == date(2022, 3, 31)
    assert FiscalCalendar(12).end(Quarter(2020, 1)) == date(2020, 2, 29)


def test_neighbours():
    assert Quarter(2021, 4).next() == Quarter(2022, 1)
    assert Quarter(2021, 1).previous() == Quarter(2020, 4)
    assert str(Quarter(2021, 1)) == "FY21 Q1"


def test_between():
    quarters = APRIL.between(date(2021, 1, 5), date(2021, 7, 1))
    assert list(map(str, quarters)) == ["FY21 Q4", "FY22 Q1", "FY22 Q2"]


def test_days_left():
    assert APRIL.days_left(date(2021, 6, 30)) == 0
    assert APRIL.days_left(date(2021, 4, 1)) == 90


def test_sales():
    sales = Sales(APRIL)
    for day, cents in [(date(2020, 4, 10), 10000), (date(2020, 5, 2), 5000), (date(2021, 6, 1), 18000)]:
        sales.add(day, cents)
    assert sales.year_total(2021) == 15000
    assert sales.report() == ["FY21 Q1 150.00", "FY22 Q1 180.00 +20.0%"]


def test_growth_without_history():
    assert Sales(JANUARY).growth(Quarter(2021, 1)) is None


def test_bad_month():
    with pytest.raises(ValueError):
        FiscalCalendar(13)
