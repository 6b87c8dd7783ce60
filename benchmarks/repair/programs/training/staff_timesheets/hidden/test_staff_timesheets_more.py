from datetime import datetime, timedelta

import pytest

from staff_timesheets import ClockError, Timesheets


def at(day, hour, minute=0):
    return datetime(2024, 3, day, hour, minute)


@pytest.fixture
def sheets():
    s = Timesheets(overtime_after=10, overtime_factor=2)
    s.hire("cy", 10)
    s.hire("di", 12)
    return s


def test_no_break(sheets):
    sheets.clock_in("cy", at(5, 6))
    assert sheets.clock_out("cy", at(5, 7, 15)) == timedelta(minutes=75)


def test_only_open_break(sheets):
    sheets.clock_in("cy", at(5, 6))
    sheets.start_break("cy", at(5, 6))
    assert sheets.clock_out("cy", at(5, 8)) == timedelta()


def test_open_break_after_closed_ones(sheets):
    sheets.clock_in("cy", at(5, 6))
    sheets.start_break("cy", at(5, 7))
    sheets.end_break("cy", at(5, 7, 10))
    sheets.start_break("cy", at(5, 8))
    sheets.end_break("cy", at(5, 8, 20))
    sheets.start_break("cy", at(5, 9))
    assert sheets.clock_out("cy", at(5, 10)) == timedelta(hours=2, minutes=30)


def test_not_on_break_after_leaving(sheets):
    sheets.clock_in("cy", at(5, 6))
    sheets.clock_in("di", at(5, 6))
    sheets.start_break("cy", at(5, 7))
    sheets.start_break("di", at(5, 7))
    sheets.clock_out("cy", at(5, 8))
    assert sheets.on_break() == ["di"]
    assert sheets.status("cy") == "out"


def test_next_shift_starts_fresh(sheets):
    sheets.clock_in("cy", at(5, 6))
    sheets.start_break("cy", at(5, 7))
    sheets.clock_out("cy", at(5, 8))
    sheets.clock_in("cy", at(6, 6))
    assert sheets.status("cy") == "working"
    assert sheets.clock_out("cy", at(6, 9)) == timedelta(hours=3)


def test_week_hours_with_open_break(sheets):
    sheets.clock_in("di", at(5, 6))
    sheets.start_break("di", at(5, 9))
    sheets.clock_out("di", at(5, 10))
    assert sheets.week_hours("di") == {(2024, 10): 3}


def test_overtime_without_open_break(sheets):
    sheets.clock_in("di", at(5, 6))
    sheets.start_break("di", at(5, 17))
    sheets.clock_out("di", at(5, 19))
    assert sheets.pay("di", 2024, 10) == 10 * 12 + 1 * 24


def test_running_shift_counts_nothing(sheets):
    sheets.clock_in("di", at(5, 6))
    sheets.start_break("di", at(5, 7))
    assert sheets.pay("di", 2024, 10) == 0


def test_out_before_in(sheets):
    sheets.clock_in("di", at(5, 6))
    with pytest.raises(ValueError):
        sheets.clock_out("di", at(5, 6))
    assert sheets.status("di") == "working"


def test_break_when_out(sheets):
    with pytest.raises(ClockError):
        sheets.start_break("di", at(5, 6))
    with pytest.raises(ClockError):
        sheets.clock_out("di", at(5, 6))
