from datetime import date

import pytest

from feasts import easter, feast, feasts_between, season


@pytest.mark.parametrize(
    "day", [date(2000, 4, 23), date(2008, 3, 23), date(2019, 4, 21), date(2024, 3, 31), date(2038, 4, 25)]
)
def test_easter(day):
    assert easter(day.year) == day


def test_easter_too_early():
    with pytest.raises(ValueError):
        easter(1500)


def test_feasts_of_easter():
    assert feast("Ash Wednesday", 2024) == date(2024, 2, 14)
    assert feast("Good Friday", 2024) == date(2024, 3, 29)
    assert feast("Pentecost", 2024) == date(2024, 5, 19)


def test_fixed_feasts():
    assert feast("All Saints", 2023) == date(2023, 11, 1)


def test_unknown_feast():
    with pytest.raises(KeyError):
        feast("Halloween", 2024)


def test_advent():
    assert feast("Advent", 2024) == date(2024, 12, 1)
    assert feast("Advent", 2021) == date(2021, 11, 28)


def test_advent_2022():
    assert feast("Advent", 2022) == date(2022, 11, 27)


def test_christ_the_king():
    assert feast("Christ the King", 2024) == date(2024, 11, 24)


def test_feasts_between():
    assert feasts_between(date(2024, 11, 1), date(2025, 1, 6)) == [
        (date(2024, 11, 1), "All Saints"),
        (date(2024, 11, 24), "Christ the King"),
        (date(2024, 12, 1), "Advent"),
        (date(2024, 12, 25), "Christmas"),
        (date(2025, 1, 6), "Epiphany"),
    ]


def test_seasons():
    assert season(date(2024, 1, 5)) == "Christmastide"
    assert season(date(2024, 3, 30)) == "Lent"
    assert season(date(2024, 5, 19)) == "Eastertide"
    assert season(date(2024, 7, 1)) == "Ordinary Time"


def test_season_at_the_end_of_november():
    assert season(date(2023, 11, 30)) == "Ordinary Time"
    assert season(date(2016, 11, 27)) == "Advent"
