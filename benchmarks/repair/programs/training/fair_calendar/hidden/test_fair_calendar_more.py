from datetime import date

import pytest

from fair_calendar import Calendar, Rule


def days(start, rule, last):
    cal = Calendar()
    cal.add("x", start, rule)
    return [day for day, _ in cal.between(start, last)]


def test_leap_day_yearly():
    got = days(date(2020, 2, 29), Rule("yearly"), date(2024, 12, 31))
    assert got == [date(2020, 2, 29), date(2021, 2, 28), date(2022, 2, 28),
                   date(2023, 2, 28), date(2024, 2, 29)]


def test_thirtieth():
    got = days(date(2024, 1, 30), Rule("monthly"), date(2024, 4, 30))
    assert got == [date(2024, 1, 30), date(2024, 2, 29), date(2024, 3, 30), date(2024, 4, 30)]


def test_every_third_month():
    got = days(date(2023, 8, 31), Rule("monthly", every=3, count=4), date(2025, 1, 1))
    assert got == [date(2023, 8, 31), date(2023, 11, 30), date(2024, 2, 29), date(2024, 5, 31)]


def test_next_after_short_month():
    cal = Calendar()
    cal.add("x", date(2023, 1, 31), Rule("monthly"))
    assert cal.next_after("x", date(2023, 2, 28)) == date(2023, 3, 31)


def test_on_later_month_end():
    cal = Calendar()
    cal.add("x", date(2023, 1, 31), Rule("monthly"))
    assert cal.on(date(2023, 12, 31)) == ["x"]
    assert cal.on(date(2023, 12, 28)) == []


def test_daily_and_weekly():
    assert days(date(2023, 1, 30), Rule("daily", every=2, count=3), date(2023, 3, 1)) == [
        date(2023, 1, 30), date(2023, 2, 1), date(2023, 2, 3)]
    assert days(date(2023, 1, 30), Rule("weekly"), date(2023, 2, 13)) == [
        date(2023, 1, 30), date(2023, 2, 6), date(2023, 2, 13)]


def test_cancelled_counts():
    cal = Calendar()
    cal.add("x", date(2023, 1, 31), Rule("monthly", count=3))
    cal.cancel("x", date(2023, 2, 28))
    assert [d for d, _ in cal.between(date(2023, 1, 1), date(2024, 1, 1))] == [
        date(2023, 1, 31), date(2023, 3, 31)]


def test_cancel_at_month_end():
    cal = Calendar()
    cal.add("x", date(2023, 1, 31), Rule("monthly"))
    cal.cancel("x", date(2023, 5, 31))
    with pytest.raises(ValueError):
        cal.cancel("x", date(2023, 5, 28))


def test_until_at_month_end():
    got = days(date(2023, 1, 31), Rule("monthly", until=date(2023, 3, 30)), date(2023, 12, 31))
    assert got == [date(2023, 1, 31), date(2023, 2, 28)]


def test_single():
    assert days(date(2023, 1, 31), None, date(2023, 12, 31)) == [date(2023, 1, 31)]


def test_over_the_year():
    got = days(date(2023, 10, 31), Rule("monthly", every=2, count=4), date(2024, 12, 31))
    assert got == [date(2023, 10, 31), date(2023, 12, 31), date(2024, 2, 29), date(2024, 4, 30)]
