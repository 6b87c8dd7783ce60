from datetime import date

import pytest

from overhours import Shift, TimeSheet, clock, minutes, overtime_report


def may(n):
    return date(2024, 5, n)


def sheet(first, *ends, name="ann", rate=2000):
    """Shifts from 8:00 on consecutive days."""
    result = TimeSheet(name, rate)
    for n, end in enumerate(ends):
        result.add(may(first + n), "8:00", end)
    return result


def test_minutes():
    assert minutes("7:45") == 465
    assert minutes("8") == 480
    assert clock(485) == "8:05"
    with pytest.raises(ValueError):
        minutes("25:00")


def test_worked():
    assert Shift(may(6), "8:00", "16:30", 30).worked == 480
    assert Shift(may(6), "22:00", "6:00").worked == 480


def test_regular_week():
    weeks = sheet(6, "16:00", "16:00", "12:00").weeks()
    assert [str(week) for week in weeks] == ["2024-05-06: 20:00 + 0:00"]


def test_daily_overtime():
    week, = sheet(6, "18:00", "15:00").weeks()
    assert (week.regular, week.overtime) == (15 * 60, 2 * 60)


def test_two_shifts_a_day():
    s = sheet(6, "12:00")
    s.add(may(6), "13:00", "18:00")
    assert s.weeks()[0].overtime == 60


def test_saturday():
    week, = sheet(6, *["16:00"] * 6).weeks()
    assert (week.regular, week.overtime) == (40 * 60, 8 * 60)


def test_long_days_and_saturday():
    week, = sheet(6, "18:00", "18:00", "16:00", "16:00", "16:00", "10:00").weeks()
    assert str(week) == "2024-05-06: 40:00 + 6:00"


def test_two_weeks():
    s = sheet(10, "17:00", "9:00", "9:00", "18:00")
    assert [week.overtime for week in s.weeks()] == [60, 120]


def test_pay():
    assert sheet(6, "18:00").pay() == 8 * 2000 + 2 * 3000
    assert sheet(6, "17:00").pay(bonus=0) == 9 * 2000


def test_longest_day():
    assert sheet(6, "10:00", "12:00", "11:00").longest_day() == may(7)
    assert TimeSheet("x").longest_day() is None


def test_report():
    sheets = [sheet(6, "16:00"), sheet(6, "17:00", name="bob"), sheet(6, "18:30", name="cat")]
    assert overtime_report(sheets) == ["cat 2:30", "bob 1:00"]
