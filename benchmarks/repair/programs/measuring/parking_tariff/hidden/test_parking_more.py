from datetime import datetime, timedelta

import pytest

from parking import CITY, STATION, price

START = datetime(2024, 12, 30, 8, 0)


@pytest.mark.parametrize(
    "tariff, hours, cents",
    [(CITY, 8, 1700), (CITY, 9, 1800), (CITY, 23, 1800), (STATION, 6, 850), (STATION, 7, 900), (STATION, 25, 1000)],
)
def test_cap_within_a_day(tariff, hours, cents):
    assert price(tariff, START, START + timedelta(hours=hours)) == cents


def test_cap_on_the_second_day():
    assert price(CITY, START, START + timedelta(days=1, hours=20)) == 3600


def test_several_days_are_not_capped_together():
    assert price(CITY, START, START + timedelta(days=5)) == 9000
