from datetime import date

import pytest

from fair_calendar import Calendar, Rule, add_months


def test_add_months():
    assert add_months(date(2023, 11, 15), 3) == date(2024, 2, 15)
    assert add_months(date(2023, 1, 31), 1) == date(2023, 2, 28)


def test_weekly():
    cal = Calendar()
    cal.add("market", date(2023, 5, 1), Rule("weekly", every=2, count=3))
    assert [day.day for day, _ in cal.between(date(2023, 5, 1), date(2023, 12, 1))] == [1, 15, 29]


def test_single_event():
    cal = Calendar()
    cal.add("opening", date(2023, 5, 4))
    assert cal.on(date(2023, 5, 4)) == ["opening"]
    assert cal.on(date(2023, 5, 5)) == []


def test_monthly():
    cal = Calendar()
    cal.add("rent", date(2023, 1, 5), Rule("monthly"))
    assert cal.next_after("rent", date(2023, 3, 5)) == date(2023, 4, 5)


def test_end_of_month():
    cal = Calendar()
    cal.add("stocktaking", date(2023, 1, 31), Rule("monthly", count=5))
    days = [day for day, _ in cal.between(date(2023, 1, 1), date(2023, 12, 31))]
    assert days == [
        date(2023, 1, 31),
        date(2023, 2, 28),
        date(2023, 3, 31),
        date(2023, 4, 30),
        date(2023, 5, 31),
    ]


def test_until_is_inclusive():
    cal = Calendar()
    cal.add("yoga", date(2023, 6, 1), Rule("daily", until=date(2023, 6, 3)))
    assert len(cal.between(date(2023, 5, 1), date(2023, 7, 1))) == 3


def test_cancel():
    cal = Calendar()
    cal.add("yoga", date(2023, 6, 1), Rule("daily", count=3))
    cal.cancel("yoga", date(2023, 6, 2))
    assert [day.day for day, _ in cal.between(date(2023, 6, 1), date(2023, 7, 1))] == [1, 3]
    with pytest.raises(ValueError):
        cal.cancel("yoga", date(2023, 6, 9))


def test_busiest():
    cal = Calendar()
    cal.add("a", date(2023, 6, 1), Rule("daily", count=3))
    cal.add("b", date(2023, 6, 2))
    assert cal.busiest(date(2023, 6, 1), date(2023, 6, 30)) == date(2023, 6, 2)
    assert cal.busiest(date(2022, 6, 1), date(2022, 6, 30)) is None


def test_bad_rule():
    with pytest.raises(ValueError):
        Rule("hourly")
