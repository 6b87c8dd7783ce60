import pytest

from teahouse_points import LoyaltyError, LoyaltyProgramme


@pytest.fixture
def shop():
    shop = LoyaltyProgramme()
    shop.join("Mina")
    return shop


def test_whole_euros_count(shop):
    assert shop.buy("Mina", "r1", 1299) == 12
    assert shop.member("mina ").points == 12


def test_tier_rises_after_the_purchase(shop):
    assert shop.buy("Mina", "r1", 10_000) == 100
    assert shop.member("Mina").tier == "oolong"
    assert shop.buy("Mina", "r2", 1_000) == 20


def test_refund(shop):
    shop.buy("Mina", "r1", 500)
    assert shop.refund("Mina", "r1") == 5
    assert shop.member("Mina").points == 0
    assert shop.member("Mina").spent == 0


def test_refund_after_rise(shop):
    shop.buy("Mina", "r1", 4_000)
    shop.buy("Mina", "r2", 8_000)
    assert shop.refund("Mina", "r1") == 40
    assert shop.member("Mina").points == 80
    assert shop.member("Mina").tier == "leaf"


def test_refund_twice(shop):
    shop.buy("Mina", "r1", 500)
    shop.refund("Mina", "r1")
    with pytest.raises(LoyaltyError):
        shop.refund("Mina", "r1")


def test_redeem(shop):
    shop.buy("Mina", "r1", 3_000)
    shop.redeem("Mina", "cup")
    assert shop.member("Mina").points == 10
    with pytest.raises(LoyaltyError, match="10 points short"):
        shop.redeem("Mina", "cup")
    assert shop.member("Mina").vouchers == ["cup"]


def test_ranking(shop):
    shop.join("Ann")
    shop.join("Bo")
    shop.buy("Bo", "r9", 700)
    assert shop.ranking() == ["Bo", "Ann", "Mina"]


def test_statement(shop):
    shop.buy("Mina", "r1", 900)
    shop.buy("Mina", "r2", 200)
    shop.refund("Mina", "r2")
    assert shop.statement("Mina") == "Mina (leaf): 9 points\n  r1 +9\n  r2 +2 refunded"
