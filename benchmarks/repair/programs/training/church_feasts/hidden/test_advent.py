from datetime import date, timedelta

import pytest

from feasts import feast, feasts_between, season


@pytest.mark.parametrize("year", range(2000, 2030))
def test_four_sundays_before_christmas(year):
    start, christmas = feast("Advent", year), date(year, 12, 25)
    days = [start + timedelta(days=n) for n in range((christmas - start).days)]
    assert start.weekday() == 6
    assert sum(day.weekday() == 6 for day in days) == 4


def test_christmas_on_sunday():
    assert feast("Advent", 2011) == date(2011, 11, 27)
    assert feast("Christ the King", 2011) == date(2011, 11, 20)


def test_christmas_on_monday():
    assert feast("Advent", 2017) == date(2017, 12, 3)


def test_christmas_on_saturday():
    assert feast("Advent", 2010) == date(2010, 11, 28)


def test_season():
    assert season(date(2022, 11, 28)) == "Advent"
    assert season(date(2022, 11, 26)) == "Ordinary Time"


def test_listed():
    assert (date(2033, 11, 27), "Advent") in feasts_between(date(2033, 11, 27), date(2033, 11, 30))
