import pytest

from vending import CoinBox, NoChange


def test_failure_keeps_the_coins():
    box = CoinBox({50: 2, 20: 1})
    for amount in (65, 200, 5):
        with pytest.raises(NoChange):
            box.pay(amount)
        assert box.total == 120
    assert box.pay(120) == [50, 50, 20]


def test_success_takes_them():
    box = CoinBox({50: 2})
    box.pay(50)
    assert box.counts[50] == 1
