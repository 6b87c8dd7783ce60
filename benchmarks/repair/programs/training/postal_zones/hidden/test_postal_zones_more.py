import pytest

from postal_zones import Parcel, PostOffice, ZoneRate

RATE = ZoneRate("x", 10, ((500, 100), (1500, 200)))


@pytest.mark.parametrize("grams, price", [
    (1, 100), (500, 100), (501, 200), (1500, 200),
    (1501, 210), (2499, 210), (2500, 210), (2501, 220), (3500, 220), (3501, 230),
])
def test_price(grams, price):
    assert RATE.price(grams) == price


def test_zero():
    with pytest.raises(ValueError):
        RATE.price(0)


def test_many_kilos():
    assert PostOffice().quote(Parcel(15000), "de") == 750 + 10 * 150


def test_just_above():
    assert PostOffice().quote(Parcel(15001), "de") == 750 + 11 * 150


def test_volume_above_last_band():
    assert PostOffice().quote(Parcel(100, (50, 30, 20)), "de") == 750 + 150


def test_split():
    assert PostOffice().cheapest_split(4000, "jp") == 4500
    assert PostOffice().cheapest_split(10000, "it") == 3400


def test_max_weight():
    assert PostOffice().quote(Parcel(31500), "de") == 750 + 27 * 150


def test_own_zones():
    assert PostOffice(zones={}).quote(Parcel(100), "de") == 1800
