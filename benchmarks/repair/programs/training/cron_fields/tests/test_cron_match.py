from datetime import datetime
import pytest
from cron_match import CronError, Schedule, parse_field


def test_field_forms():
    assert parse_field("*/20", 0, 59) == {0, 20, 40}
    assert parse_field("1,5-7", 0, 10) == {1, 5, 6, 7}
    assert parse_field("50/4", 0, 59) == {50, 54, 58}


def test_field_errors():
    for bad in ("a", "5-3", "99", "*/0", ""):
        with pytest.raises(CronError):
            parse_field(bad, 0, 59)


def test_field_count():
    with pytest.raises(CronError):
        Schedule("* * *")


def test_every_minute():
    assert Schedule("* * * * *").matches(datetime(2024, 1, 1, 3, 4))


def test_daily():
    s = Schedule("30 6 * * *")
    assert s.next_after(datetime(2024, 1, 1, 6, 30)) == datetime(2024, 1, 2, 6, 30)


def test_weekday_only():
    s = Schedule("0 9 * * 1")
    assert s.next_after(datetime(2024, 1, 2, 0, 0)) == datetime(2024, 1, 8, 9, 0)


def test_day_of_month_only():
    s = Schedule("0 0 15 * *")
    assert s.next_after(datetime(2024, 1, 2)) == datetime(2024, 1, 15)


def test_same_hour():
    s = Schedule("5,45 10 * * *")
    assert s.next_after(datetime(2024, 1, 2, 10, 5)) == datetime(2024, 1, 2, 10, 45)


def test_both_days():
    s = Schedule("0 0 13 * 5")
    assert s.matches(datetime(2024, 9, 13))
    assert s.matches(datetime(2024, 9, 6))
    assert not s.matches(datetime(2024, 9, 5))
