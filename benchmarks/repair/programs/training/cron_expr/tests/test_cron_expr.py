from datetime import datetime

import pytest

from cron_expr import Cron, CronError, parse_field


def test_fields():
    assert parse_field("1-5,10", 0, 59) == {1, 2, 3, 4, 5, 10}
    assert parse_field("*/20", 0, 59) == {0, 20, 40}
    assert parse_field("50/5", 0, 59) == {50, 55}


def test_matches_names():
    cron = Cron("30 9 * * mon-fri")
    assert cron.matches(datetime(2024, 5, 6, 9, 30))
    assert not cron.matches(datetime(2024, 5, 5, 9, 30))
    assert not cron.matches(datetime(2024, 5, 6, 9, 31))


def test_sunday_both_ways():
    sunday = datetime(2024, 5, 5)
    assert Cron("0 0 * * 0").matches(sunday)
    assert Cron("0 0 * * 7").matches(sunday)


def test_day_or_weekday():
    cron = Cron("0 0 13 * fri")
    assert cron.matches(datetime(2024, 5, 13))
    assert cron.matches(datetime(2024, 5, 10))
    assert not cron.matches(datetime(2024, 5, 14))


@pytest.mark.parametrize("text", ["* * * *", "60 * * * *", "x * * * *", "5-1 * * * *"])
def test_bad(text):
    with pytest.raises(CronError):
        Cron(text)


def test_next_is_later():
    assert Cron("@hourly").next_after(datetime(2024, 5, 5, 10, 0)) == datetime(2024, 5, 5, 11)


def test_next_same_day():
    cron = Cron("15 8,20 * * *")
    assert cron.next_after(datetime(2024, 5, 5, 9, 40)) == datetime(2024, 5, 5, 20, 15)


def test_next_weekday():
    cron = Cron("30 9 * * mon-fri")
    assert cron.next_after(datetime(2024, 5, 4, 15, 12)) == datetime(2024, 5, 6, 9, 30)


def test_next_year():
    assert Cron("@yearly").next_after(datetime(2024, 5, 5, 10, 5)) == datetime(2025, 1, 1)


def test_never():
    assert Cron("0 0 31 feb *").next_after(datetime(2024, 1, 1)) is None
