import pytest

from shop.shipping import parcels, shipping_cents


@pytest.mark.parametrize("grams, count", [(0, 1), (20_000, 1), (20_001, 2)])
def test_parcels(grams, count):
    assert parcels(grams) == count


def test_first_kilogram_is_in_the_base_price():
    assert shipping_cents("domestic", 900, 0) == 490


def test_started_kilograms():
    assert shipping_cents("europe", 2_100, 0) == 1290 + 2 * 250


def test_two_parcels():
    assert shipping_cents("world", 21_000, 0) == 2 * 2490 + 20 * 600


def test_free_at_home_for_large_orders():
    assert shipping_cents("domestic", 5_000, 10_000) == 0


def test_unknown_zone():
    with pytest.raises(KeyError):
        shipping_cents("moon", 1, 1)
