from datetime import datetime, date, timedelta

import pytest

from cron_matcher import CronError, Schedule, parse_field

MONDAY = date(2024, 3, 4)


@pytest.mark.parametrize("offset, name", enumerate("mon tue wed thu fri sat sun".split()))
def test_every_named_day(offset, name):
    schedule = Schedule(f"0 0 * * {name}")
    hits = [i for i in range(7) if schedule.matches_date(MONDAY + timedelta(days=i))]
    assert hits == [offset]


def test_seven_and_zero_are_sunday():
    sunday = datetime(2024, 3, 10)
    assert Schedule("0 0 * * 0").matches(sunday)
    assert Schedule("0 0 * * 7").matches(sunday)
    assert not Schedule("0 0 * * 1-6").matches(sunday)


def test_day_of_month_or_day_of_week():
    schedule = Schedule("0 12 13 * fri")
    assert schedule.matches(datetime(2024, 3, 13, 12, 0))
    assert schedule.matches(datetime(2024, 3, 15, 12, 0))
    assert not schedule.matches(datetime(2024, 3, 14, 12, 0))
    assert not schedule.matches(datetime(2024, 3, 16, 12, 0))


def test_next_monday_morning():
    assert Schedule("30 8 * * 1").next_after(datetime(2024, 3, 4, 8, 30)) == datetime(2024, 3, 11, 8, 30)


def test_weekend():
    schedule = Schedule("0 10 * * sat,sun")
    first = schedule.next_after(datetime(2024, 3, 6))
    second = schedule.next_after(first)
    assert [first, second] == [datetime(2024, 3, 9, 10), datetime(2024, 3, 10, 10)]


def test_start_with_step():
    assert parse_field("10/20", 0, 59) == {10, 30, 50}
    with pytest.raises(CronError):
        parse_field("*/0", 0, 59)
