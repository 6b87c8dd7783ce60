import pytest

from shop.discounts import coupon_discount, percent_off, tier_discount


@pytest.mark.parametrize("cents, percent, off", [(1000, 10, 100), (999, 5, 50), (0, 50, 0)])
def test_percent_off(cents, percent, off):
    assert percent_off(cents, percent) == off


def test_no_tier():
    assert tier_discount(9_999) == 0


def test_tier_above_the_threshold():
    assert tier_discount(30_000) == 3_000


@pytest.mark.parametrize("cents, off", [(10_000, 500), (20_000, 2_000), (50_000, 7_500)])
def test_tier_starts_at_its_threshold(cents, off):
    assert tier_discount(cents) == off


def test_percent_coupon():
    assert coupon_discount(2_000, {"kind": "percent", "value": 25}) == 500


def test_fixed_coupon():
    assert coupon_discount(2_000, {"kind": "fixed", "value": 300}) == 300


def test_fixed_coupon_is_never_more_than_the_price():
    assert coupon_discount(200, {"kind": "fixed", "value": 300}) == 200


def test_coupon_with_a_minimum():
    assert coupon_discount(1_999, {"kind": "fixed", "value": 300, "minimum": 2_000}) == 0
