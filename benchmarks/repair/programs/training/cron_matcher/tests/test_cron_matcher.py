from datetime import datetime

import pytest

from cron_matcher import CronError, Schedule, parse_field


def test_parse_steps_and_ranges():
    assert parse_field("*/20", 0, 59) == {0, 20, 40}
    assert parse_field("1-5,10", 0, 59) == {1, 2, 3, 4, 5, 10}


def test_every_quarter_of_an_hour():
    schedule = Schedule("*/15 * * * *")
    assert schedule.matches(datetime(2024, 3, 6, 10, 45))
    assert not schedule.matches(datetime(2024, 3, 6, 10, 46))


def test_next_daily():
    assert Schedule("@daily").next_after(datetime(2024, 2, 28, 13, 0)) == datetime(2024, 2, 29)


def test_office_hours_on_weekdays():
    schedule = Schedule("0 9 * * mon-fri")
    assert schedule.matches(datetime(2024, 3, 8, 9, 0))      # Friday
    assert not schedule.matches(datetime(2024, 3, 9, 9, 0))  # Saturday


def test_weekly_runs_on_sunday():
    assert Schedule("@weekly").next_after(datetime(2024, 3, 6)) == datetime(2024, 3, 10)


def test_leap_day():
    assert Schedule("0 0 29 feb *").next_after(datetime(2024, 3, 1)) == datetime(2028, 2, 29)


def test_impossible_date():
    assert Schedule("0 0 31 4 *").next_after(datetime(2024, 1, 1)) is None


@pytest.mark.parametrize("text", ["* * * *", "60 * * * *", "5-1 * * * *", "x * * * *"])
def test_invalid(text):
    with pytest.raises(CronError):
        Schedule(text)
