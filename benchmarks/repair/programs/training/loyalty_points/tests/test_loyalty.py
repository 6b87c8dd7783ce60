import pytest

from loyalty import Account, NotEnoughPoints


def test_new_account():
    account = Account("Lu")
    assert account.tier == "member"
    assert account.balance(1) == 0


def test_member_earns_one_point_a_euro():
    assert Account("Lu").buy(19.99, 1) == 19


def test_gold_earns_three():
    account = Account("Lu", lifetime=6000)
    assert account.buy(10, 1) == 30


def test_silver_earns_double():
    account = Account("Lu")
    account.buy(1000, 1)
    assert account.tier == "silver"
    assert account.buy(50, 2) == 100


def test_tiers():
    assert [Account("x", lifetime=n).tier for n in (0, 999, 1000, 4999, 5000)] == [
        "member", "member", "silver", "silver", "gold",
    ]


def test_points_expire():
    account = Account("Lu")
    account.buy(10, 1)
    account.buy(20, 6)
    assert account.balance(12) == 30
    assert account.balance(13) == 20


def test_redeem_oldest_first():
    account = Account("Lu")
    account.buy(10, 1)
    account.buy(20, 6)
    account.redeem(15, 7)
    assert [b.points for b in account.batches] == [15]


def test_redeem_too_much():
    account = Account("Lu")
    account.buy(10, 1)
    with pytest.raises(NotEnoughPoints):
        account.redeem(11, 2)
