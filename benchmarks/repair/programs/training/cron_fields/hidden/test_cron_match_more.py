from datetime import datetime
import pytest
from cron_match import Schedule


def days(expr, year=2024, month=9):
    s = Schedule(expr)
    return [d for d in range(1, 31) if s.matches_day(datetime(year, month, d))]


def test_or_rule():
    assert days("0 0 1,15 * 1") == [1, 2, 9, 15, 16, 23, 30]


def test_only_weekday():
    assert days("0 0 * * 0") == [1, 8, 15, 22, 29]


def test_only_day():
    assert days("0 0 10-12 * *") == [10, 11, 12]


def test_star_step_weekday_is_a_star():
    assert days("0 0 2-8 * */2") == [3, 5, 7, 8]


def test_star_step_day():
    assert days("0 0 */10 * 3") == [11]


def test_all():
    assert len(days("0 0 * * *")) == 30


def test_sunday_seven():
    assert days("0 0 * * 7") == [1, 8, 15, 22, 29]
    assert days("0 0 30 * 7") == [1, 8, 15, 22, 29, 30]


def test_month():
    assert days("0 0 * 8 *") == []


def test_leap_day():
    s = Schedule("0 12 29 2 *")
    assert s.next_after(datetime(2024, 3, 1)) == datetime(2028, 2, 29, 12, 0)


def test_impossible():
    assert Schedule("0 0 31 2 *").next_after(datetime(2024, 1, 1), 800) is None
