from basket_total import total


def test_percent_below_the_limit():
    assert total([(55_00, 10, 1)], ("percent", 10)) == 54_40


def test_exactly_at_the_limit():
    assert total([(30_00, 10, 2)], ("fixed", 10_00)) == 50_00


def test_one_cent_less():
    assert total([(30_00, 10, 2)], ("fixed", 10_01)) == 54_89


def test_heavy_and_below():
    assert total([(51_00, 12_000, 1)], ("fixed", 2_00)) == 59_90


def test_all_paid_by_the_coupon():
    assert total([(60_00, 10, 1)], ("fixed", 70_00)) == 4_90
