from datetime import date

from rent import add_months, due_dates, late_fee, months_between, working_day


def test_next_month():
    assert add_months(date(2024, 3, 5), 1) == date(2024, 4, 5)


def test_short_month():
    assert add_months(date(2023, 1, 31), 1) == date(2023, 2, 28)


def test_into_next_year():
    assert add_months(date(2023, 11, 10), 3) == date(2024, 2, 10)


def test_to_december():
    assert add_months(date(2023, 10, 1), 2) == date(2023, 12, 1)


def test_due_dates():
    assert due_dates(date(2024, 1, 31), 3) == [date(2024, 1, 31), date(2024, 2, 29), date(2024, 3, 31)]


def test_working_day():
    assert working_day(date(2024, 6, 1)) == date(2024, 6, 3)


def test_holiday():
    assert working_day(date(2024, 6, 3), {date(2024, 6, 3)}) == date(2024, 6, 4)


def test_late_fee():
    assert late_fee(date(2024, 6, 1), date(2024, 6, 6), 50) == 100


def test_months_between():
    assert months_between(date(2023, 11, 15), date(2024, 2, 14)) == 2
