import pytest

from payroll import Rates, parse_clock, week_pay, worked_minutes
from payroll.times import hours_text


@pytest.mark.parametrize("text, minutes", [("0:00", 0), ("1:00", 60), ("12:45", 765), ("24:00", 1440), ("23:59", 1439)])
def test_clock(text, minutes):
    assert parse_clock(text) == minutes


@pytest.mark.parametrize("minutes, text", [(59, "0:59"), (60, "1:00"), (61, "1:01"), (2400, "40:00"), (100, "1:40")])
def test_text(minutes, text):
    assert hours_text(minutes) == text


def test_over_midnight():
    assert worked_minutes("Fri 22:00-6:30") == ("Fri", 510)


def test_pay():
    assert week_pay("Mon 8:00-9:45", Rates(hourly=1000)) == [("normal", "1:45", 1750), ("total", "1:45", 1750)]
