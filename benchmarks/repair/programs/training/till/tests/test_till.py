import pytest

from till import Till


def test_sale():
    till = Till(100)
    till.sale(50)
    assert till.report() == "1 movements, 150 cents"


def test_refund():
    till = Till(100)
    till.refund(30)
    assert till.cash == 70
    assert till.journal == [("refund", 30)]


def test_all():
    till = Till()
    till.sale(50)
    till.deposit(20)
    till.refund(10)
    assert till.report() == "3 movements, 60 cents"


def test_too_much():
    till = Till(5)
    with pytest.raises(ValueError):
        till.refund(10)
    assert till.movements == 0


def test_deposit():
    till = Till()
    till.deposit(5)
    assert till.report() == "1 movements, 5 cents"
