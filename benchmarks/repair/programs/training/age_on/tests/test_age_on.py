from datetime import date

import pytest

from age_on import age_on, entry_price, family_price

BORN = date(1990, 6, 15)


@pytest.mark.parametrize(
    "day, age",
    [
        (date(2020, 6, 14), 29),
        (date(2020, 6, 15), 30),
        (date(2020, 5, 20), 29),
        (date(2020, 8, 20), 30),
        (date(2020, 12, 1), 30),
    ],
)
def test_age(day, age):
    assert age_on(BORN, day) == age


def test_newborn():
    assert age_on(BORN, BORN) == 0


def test_not_born():
    with pytest.raises(ValueError):
        age_on(BORN, date(1990, 6, 14))


def test_prices():
    day = date(2024, 7, 31)
    assert entry_price(date(2020, 1, 1), day) == 0
    assert entry_price(date(2010, 1, 1), day) == 4_50
    assert entry_price(date(1950, 1, 1), day) == 6_00


def test_family():
    assert family_price([date(1985, 3, 20), date(2018, 3, 25)], date(2024, 5, 2)) == 13_50
