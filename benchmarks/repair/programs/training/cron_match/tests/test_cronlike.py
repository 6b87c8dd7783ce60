from datetime import datetime

import pytest

from cronlike import Cron, CronError, parse_field

SUNDAY = datetime(2024, 9, 1, 0, 0)


@pytest.mark.parametrize(
    "text, numbers",
    [("*/20", {0, 20, 40}), ("5", {5}), ("1-3,7", {1, 2, 3, 7}), ("50/4", {50, 54, 58}), ("10-20/5", {10, 15, 20})],
)
def test_parse_field(text, numbers):
    assert parse_field(text, 0, 59) == numbers


@pytest.mark.parametrize("line", ["* * * *", "60 * * * *", "x * * * *", "* * * * someday", "5-1 * * * *"])
def test_errors(line):
    with pytest.raises(CronError):
        Cron(line)


def test_nickname():
    assert Cron("@weekly").matches(SUNDAY)


def test_names_of_days():
    cron = Cron("0 0 * * mon-fri")
    assert not cron.matches(SUNDAY)
    assert cron.matches(datetime(2024, 9, 2))


def test_sunday_is_seven():
    assert Cron("0 0 * * 7").matches(SUNDAY)


def test_sunday_is_zero():
    assert Cron("0 0 * * 0").matches(SUNDAY)


def test_day_or_weekday():
    cron = Cron("0 0 13 * fri")
    assert cron.matches(datetime(2024, 9, 13))
    assert cron.matches(datetime(2024, 10, 13))
    assert cron.matches(datetime(2024, 9, 6))
    assert not cron.matches(datetime(2024, 9, 5))


def test_next():
    assert Cron("30 8 * * *").next_after(datetime(2024, 9, 1, 8, 30)) == datetime(2024, 9, 2, 8, 30)


def test_never():
    assert Cron("0 0 31 2 *").next_after(SUNDAY) is None
