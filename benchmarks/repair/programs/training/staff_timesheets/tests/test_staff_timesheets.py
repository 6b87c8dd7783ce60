from datetime import datetime, timedelta

import pytest

from staff_timesheets import ClockError, Timesheets


def at(day, hour, minute=0):
    return datetime(2024, 3, day, hour, minute)


@pytest.fixture
def sheets():
    s = Timesheets()
    s.hire("ann", 20)
    s.hire("bob", 15)
    return s


def test_plain_shift(sheets):
    sheets.clock_in("ann", at(4, 9))
    assert sheets.clock_out("ann", at(4, 17)) == timedelta(hours=8)


def test_break_is_not_paid(sheets):
    sheets.clock_in("ann", at(4, 9))
    sheets.start_break("ann", at(4, 12))
    sheets.end_break("ann", at(4, 12, 30))
    assert sheets.clock_out("ann", at(4, 17)) == timedelta(hours=7, minutes=30)


def test_leaving_from_break(sheets):
    sheets.clock_in("ann", at(4, 9))
    sheets.start_break("ann", at(4, 16))
    assert sheets.clock_out("ann", at(4, 17)) == timedelta(hours=7)
    assert sheets.on_break() == []


def test_status(sheets):
    assert sheets.status("ann") == "out"
    sheets.clock_in("ann", at(4, 9))
    assert sheets.status("ann") == "working"
    sheets.start_break("ann", at(4, 12))
    assert sheets.status("ann") == "break"
    assert sheets.on_break() == ["ann"]
    sheets.end_break("ann", at(4, 13))
    assert sheets.status("ann") == "working"


def test_twice_in(sheets):
    sheets.clock_in("bob", at(4, 9))
    with pytest.raises(ClockError):
        sheets.clock_in("bob", at(4, 10))


def test_end_break_without_start(sheets):
    sheets.clock_in("bob", at(4, 9))
    with pytest.raises(ClockError):
        sheets.end_break("bob", at(4, 10))


def test_weeks(sheets):
    for day in (4, 5, 11):
        sheets.clock_in("bob", at(day, 8))
        sheets.clock_out("bob", at(day, 14))
    assert sheets.week_hours("bob") == {(2024, 10): 12, (2024, 11): 6}


def test_overtime(sheets):
    for day in range(4, 9):
        sheets.clock_in("ann", at(day, 8))
        sheets.clock_out("ann", at(day, 17))
    assert sheets.pay("ann", 2024, 10) == 40 * 20 + 5 * 30


def test_pay_when_leaving_from_break(sheets):
    sheets.clock_in("bob", at(4, 8))
    sheets.start_break("bob", at(4, 10))
    sheets.end_break("bob", at(4, 10, 30))
    sheets.start_break("bob", at(4, 14))
    sheets.clock_out("bob", at(4, 14, 30))
    assert sheets.pay("bob", 2024, 10) == 5.5 * 15
