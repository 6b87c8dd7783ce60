from datetime import date

from billing_dates import add_months, due_dates, full_months_between


def test_leap_february():
    assert add_months(date(2024, 1, 31), 1) == date(2024, 2, 29)
    assert add_months(date(2024, 1, 29), 1) == date(2024, 2, 29)


def test_leap_day_plus_years():
    assert add_months(date(2024, 2, 29), 12) == date(2025, 2, 28)
    assert add_months(date(2024, 2, 29), 48) == date(2028, 2, 29)


def test_going_back_into_a_short_month():
    assert add_months(date(2023, 12, 31), -1) == date(2023, 11, 30)
    assert add_months(date(2023, 3, 30), -1) == date(2023, 2, 28)


def test_quarterly_from_month_end():
    assert due_dates(date(2022, 11, 30), 3, every=3) == [
        date(2022, 11, 30), date(2023, 2, 28), date(2023, 5, 30)]


def test_completed_months_from_the_31st():
    assert full_months_between(date(2023, 1, 31), date(2023, 2, 27)) == 0
    assert full_months_between(date(2023, 1, 31), date(2023, 2, 28)) == 1
    assert full_months_between(date(2023, 1, 31), date(2023, 6, 30)) == 5


def test_last_day_is_not_sticky():
    assert add_months(date(2023, 4, 30), 1) == date(2023, 5, 30)
    assert add_months(date(2023, 2, 28), 1) == date(2023, 3, 28)
