from datetime import date

import pytest

from weekly_totals import Record, hours, label, monday, parse_record, read, week_of

SPRING = """\
# web and talks
2021-03-01 web 6:30
2021-03-07 web 90
2021-03-08 talk 2:00

2021-03-24 web 45
"""


def test_record():
    assert parse_record("2021-03-05 web 1:30") == Record(date(2021, 3, 5), "web", 90)
    assert parse_record("2021-03-05 web 75").minutes == 75


@pytest.mark.parametrize("line", ["2021-03-05 web", "5.3.2021 web 10", "2021-03-05 web x"])
def test_bad_record(line):
    with pytest.raises(ValueError):
        parse_record(line)


def test_week():
    assert week_of(date(2021, 3, 1)) == week_of(date(2021, 3, 7)) == (2021, 9)
    assert label((2021, 9)) == "2021-W09"
    assert monday((2021, 9)) == date(2021, 3, 1)


def test_hours():
    assert hours(90) == "1:30"
    assert hours(-65) == "-1:05"


def test_totals():
    totals = read(SPRING)
    assert totals.total((2021, 9)) == 480
    assert totals.total((2021, 11)) == 0
    assert totals.busiest() == "2021-W09"


def test_balance():
    totals = read(SPRING, weekly_minutes=100)
    assert totals.balance() == {"2021-W09": 380, "2021-W10": 400, "2021-W11": 300, "2021-W12": 245}


def test_turn_of_the_year():
    totals = read("2020-12-30 web 60\n2021-01-02 web 30\n2021-01-04 web 10")
    assert totals.weeks == {(2020, 53): {"web": 90}, (2021, 1): {"web": 10}}


def test_table():
    totals = read("2019-12-30 web 60\n2020-01-06 web 30")
    assert totals.table().splitlines() == [
        "2020-W01  30.12.-05.01.    1:00",
        "  web                   1:00",
        "2020-W02  06.01.-12.01.    0:30",
        "  web                   0:30",
    ]


def test_nothing():
    totals = read("")
    assert totals.all_weeks() == []
    assert totals.busiest() is None
    assert totals.table() == ""
