from basket_total import discounted, total


def test_coupons():
    assert discounted(20_00, None) == 20_00
    assert discounted(20_00, ("percent", 25)) == 15_00
    assert discounted(20_00, ("fixed", 5_00)) == 15_00


def test_coupon_larger_than_the_sum():
    assert discounted(3_00, ("fixed", 5_00)) == 0


def test_shipping():
    assert total([(10_00, 200, 2)]) == 24_90


def test_free_shipping():
    assert total([(25_00, 100, 2)]) == 50_00


def test_heavy():
    assert total([(60_00, 5_000, 2)]) == 126_00


def test_small_basket_with_coupon():
    assert total([(10_00, 100, 1)], ("percent", 10)) == 13_90


def test_coupon_ends_free_shipping():
    assert total([(52_00, 100, 1)], ("fixed", 5_00)) == 51_90


def test_large_basket_with_coupon():
    assert total([(100_00, 100, 1)], ("percent", 20)) == 80_00
