from datetime import date

import pytest

from weather.readings import Reading, celsius, read
from weather.summary import frost_days, monthly, table

LINES = ["# station 7", "2024-07-02;25,5;C;0.5", "2024-07-01;68;F;", "", "2024-07-03;n/a;C;12", "yesterday;1;C;0"]


@pytest.mark.parametrize("text, unit, value", [("20", "C", 20), ("-4,5", "C", -4.5), ("32", "F", 0), ("", "C", None)])
def test_celsius(text, unit, value):
    assert celsius(text, unit) == value


def test_read():
    readings, bad = read(LINES)
    assert readings[0] == Reading(date(2024, 7, 1), 20.0, 0.0)
    assert len(readings) == 3
    assert bad == ["yesterday;1;C;0"]


def test_month():
    july = monthly(read(LINES)[0])["2024-07"]
    assert (july.lowest, july.highest, july.days, july.rain) == (20.0, 25.5, 2, 12.5)


def test_mean():
    assert monthly(read(LINES)[0])["2024-07"].mean == 22.8


def test_winter():
    readings, _ = read(["2024-01-01;-5;C;0", "2024-01-02;-2;C;0"])
    assert monthly(readings)["2024-01"].highest == -2


def test_table():
    assert table(read(LINES)[0]) == ["2024-07    20.0   22.8   25.5  12.5 mm"]


def test_table_without_temperatures():
    assert table([Reading(date(2024, 1, 1), None, 3.0)]) == ["2024-01  no readings"]


def test_frost():
    readings, _ = read(["2024-01-01;-5;C;0", "2024-01-02;0;C;0", "2024-01-03;;C;0"])
    assert frost_days(readings) == 1
