import pytest

from teahouse_points import LoyaltyError, LoyaltyProgramme


def shop_with(*amounts):
    shop = LoyaltyProgramme()
    shop.join("Ivo")
    for number, cents in enumerate(amounts):
        shop.buy("Ivo", f"r{number}", cents)
    return shop


def test_refund_the_purchase_that_raised_the_tier():
    shop = shop_with(10_000)
    assert shop.refund("Ivo", "r0") == 100
    assert shop.member("Ivo").points == 0


def test_refund_everything_in_order():
    shop = shop_with(6_000, 6_000, 2_000)
    assert [shop.refund("Ivo", f"r{i}") for i in range(3)] == [60, 60, 40]
    assert shop.member("Ivo").points == 0
    assert shop.member("Ivo").spent == 0


def test_refund_after_fall():
    shop = shop_with(10_000, 3_000)
    shop.refund("Ivo", "r0")
    assert shop.member("Ivo").tier == "leaf"
    assert shop.refund("Ivo", "r1") == 60
    assert shop.member("Ivo").points == 0


def test_top_tier():
    shop = shop_with(50_000, 1_000)
    assert shop.member("Ivo").tier == "pu-erh"
    assert shop.member("Ivo").points == 530
    assert shop.refund("Ivo", "r0") == 500
    assert shop.member("Ivo").points == 30


def test_same_tier():
    shop = shop_with(250, 1_050)
    assert shop.refund("Ivo", "r1") == 10
    assert shop.member("Ivo").points == 2


def test_refund_keeps_other_tier_purchase():
    shop = shop_with(10_000, 5_000)
    assert shop.refund("Ivo", "r1") == 100
    assert shop.member("Ivo").points == 100
    assert shop.member("Ivo").tier == "oolong"


def test_next_purchase_uses_tier_after_refund():
    shop = shop_with(8_000, 4_000)
    shop.refund("Ivo", "r1")
    assert shop.buy("Ivo", "again", 1_000) == 10


def test_unknown_receipt():
    with pytest.raises(LoyaltyError):
        shop_with(100).refund("Ivo", "nope")


def test_refund_after_redeeming():
    shop = shop_with(5_000, 5_000)
    shop.redeem("Ivo", "tin")
    assert shop.refund("Ivo", "r0") == 50
    assert shop.member("Ivo").points == -25


def test_statement_after_rise():
    shop = shop_with(10_000, 100)
    shop.refund("Ivo", "r0")
    assert shop.statement("Ivo") == "Ivo (leaf): 2 points\n  r0 +100 refunded\n  r1 +2"
