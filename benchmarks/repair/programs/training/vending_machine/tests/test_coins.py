import pytest

from vending import CoinBox, NoChange


def test_pay():
    box = CoinBox({50: 1, 20: 3, 5: 1})
    assert box.pay(95) == [50, 20, 20, 5]
    assert box.total == 20


def test_not_enough():
    with pytest.raises(NoChange):
        CoinBox({20: 1}).pay(30)


def test_foreign_coin():
    with pytest.raises(ValueError):
        CoinBox().insert(25)
