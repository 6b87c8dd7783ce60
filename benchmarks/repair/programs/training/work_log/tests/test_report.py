from datetime import date

import pytest

from worklog import balance, by_project, clock, parse, report

WEEK = parse("""
2024-05-06 08:00-12:00 garden
2024-05-06 13:00-17:45 office
2024-05-07 09:00-16:40 office
2024-05-11 10:00-11:30 garden
""")


def test_by_project():
    assert list(by_project(WEEK).items()) == [("office", 745), ("garden", 330)]


def test_balance():
    assert balance(WEEK) == {date(2024, 5, 6): 45, date(2024, 5, 7): -20, date(2024, 5, 11): 90}


@pytest.mark.parametrize("minutes, expected", [(0, "0:00"), (65, "1:05"), (1500, "25:00"), (-120, "-2:00")])
def test_clock(minutes, expected):
    assert clock(minutes) == expected


def test_report():
    assert report(WEEK).splitlines() == [
        "office   12:25",
        "garden    5:30",
        "",
        "Mon 06.05.    0:45    0:45",
        "Tue 07.05.   -0:20    0:25",
        "Sat 11.05.    1:30    1:55",
    ]


def test_short_days():
    log = parse("2024-05-06 08:00-15:00 office\n2024-05-07 09:00-16:45 office")
    assert report(log).splitlines()[2:] == ["Mon 06.05.   -1:00   -1:00", "Tue 07.05.   -0:15   -1:15"]


def test_no_entries():
    assert report([]) == ""
