from datetime import datetime, timedelta

from sla import add_office_time, next_opening


def at(day, hour, minute=0):
    return datetime(2024, 7, day, hour, minute)


def test_opened_on_a_weekend():
    for moment in (at(6, 3), at(6, 12), at(6, 20), at(7, 8), at(7, 23)):
        assert next_opening(moment) == at(8, 9)


def test_long_target():
    assert add_office_time(at(4, 12), timedelta(hours=24)) == at(9, 12)


def test_sunday_noon():
    assert add_office_time(at(7, 12), timedelta(hours=1)) == at(8, 10)
