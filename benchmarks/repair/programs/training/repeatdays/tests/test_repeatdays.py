from datetime import date

import pytest

from repeatdays import Repeat, add_months, agenda


def may(*days):
    return [date(2024, 5, d) for d in days]


START, END = date(2024, 5, 1), date(2024, 5, 31)


def test_daily_with_interval():
    assert Repeat(START, interval=10).between(START, END) == may(1, 11, 21, 31)


def test_weekly_on_weekdays():
    repeat = Repeat(date(2024, 5, 1), "weekly", interval=2, weekdays=(4, 0))
    assert repeat.between(START, END) == may(3, 13, 17, 27, 31)


def test_monthly_on_last_day():
    days = Repeat(date(2024, 1, 31), "monthly").between(date(2024, 1, 1), date(2024, 4, 30))
    assert [(d.month, d.day) for d in days] == [(1, 31), (2, 29), (3, 31), (4, 30)]


def test_add_months_over_new_year():
    assert add_months(date(2023, 12, 5), 1) == date(2024, 1, 5)


def test_until_inclusive():
    assert Repeat(START, until=date(2024, 5, 3)).between(START, END) == may(1, 2, 3)


def test_count():
    assert Repeat(START, count=3).between(START, END) == may(1, 2, 3)


def test_count_seen_from_a_later_day():
    repeat = Repeat(START, count=5)
    assert repeat.between(date(2024, 5, 4), END) == may(4, 5)
    assert repeat.between(date(2024, 5, 10), END) == []


def test_except_days():
    repeat = Repeat(START, count=4, except_days=set(may(2)))
    assert repeat.between(START, END) == may(1, 3, 4)


def test_next_after():
    repeat = Repeat(START, "weekly", count=2)
    assert repeat.next_after(START) == date(2024, 5, 8)
    assert repeat.next_after(date(2024, 5, 8)) is None


def test_agenda():
    repeats = {"gym": Repeat(START, interval=2), "bin": Repeat(date(2024, 5, 3), "weekly")}
    assert agenda(repeats, date(2024, 5, 2), date(2024, 5, 5)) == [
        (date(2024, 5, 3), ["bin", "gym"]), (date(2024, 5, 5), ["gym"])]


def test_bad_frequency():
    with pytest.raises(ValueError):
        Repeat(START, "yearly")
