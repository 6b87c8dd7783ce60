import pytest

from payroll import Rates, parse_clock, week_pay, worked_minutes
from payroll.pay import split_overtime
from payroll.times import TimesheetError, hours_text

RATES = Rates(hourly=2000)


def test_midnight():
    assert parse_clock("0:05") == 5


def test_clock():
    assert parse_clock("8:30") == 510


@pytest.mark.parametrize("text", ["8", "8:", "a:10", "25:00", "7:60"])
def test_not_a_clock(text):
    with pytest.raises(TimesheetError):
        parse_clock(text)


def test_day_off():
    assert worked_minutes("Mon") == ("Mon", 0)


def test_within_an_hour():
    assert worked_minutes("Tue 9:10-9:40") == ("Tue", 30)


def test_two_spans():
    assert worked_minutes("Mon 8:30-12:00 12:45-17:15") == ("Mon", 480)


def test_not_a_span():
    with pytest.raises(TimesheetError):
        worked_minutes("Mon 8:30")


def test_hours_text():
    assert hours_text(0) == "0:00"
    assert hours_text(135) == "2:15"


def test_split_overtime():
    assert split_overtime(2500, RATES) == (2400, 100)
    assert split_overtime(100, RATES) == (100, 0)


def test_week():
    sheet = "Mon 8:00-18:00\nTue 8:00-18:00\nWed 8:00-18:00\nThu 8:00-19:30\nSun 10:00-11:00"
    assert week_pay(sheet, RATES) == [
        ("normal", "40:00", 80000), ("overtime", "1:30", 4500), ("sunday", "1:00", 4000), ("total", "42:30", 88500),
    ]


def test_no_work():
    assert week_pay("Mon", RATES) == [("total", "0:00", 0)]
