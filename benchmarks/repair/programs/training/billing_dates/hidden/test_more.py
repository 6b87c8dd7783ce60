from datetime import date

from billing_dates import billing_dates, next_billing


def test_leap_day_every_year():
    assert billing_dates(date(2024, 2, 29), 5, every=12)[-1] == date(2028, 2, 29)


def test_thirtieth():
    assert [day.day for day in billing_dates(date(2023, 12, 30), 5)] == [30, 30, 29, 30, 30]


def test_two_months():
    dates = billing_dates(date(2023, 8, 31), 6, every=2)
    assert [(day.month, day.day) for day in dates] == [(8, 31), (10, 31), (12, 31), (2, 29), (4, 30), (6, 30)]


def test_same_as_next():
    start = date(2024, 1, 31)
    dates = billing_dates(start, 8)
    assert [next_billing(start, day) for day in dates[:-1]] == dates[1:]


def test_one_date():
    assert billing_dates(date(2024, 5, 31), 1) == [date(2024, 5, 31)]
