import pytest

from bank import BankError
from transfers import Bank


@pytest.fixture
def bank():
    b = Bank()
    b.open("A", "Ann", 500)
    b.open("S", "Shop", 10)
    b.open("W", "Warehouse")
    return b


def test_shop_cannot_refund_without_money(bank):
    bank.transfer("A", "S", 400)
    bank.transfer("S", "W", 410)
    with pytest.raises(BankError):
        bank.refund("A", "S", 400)
    assert bank.balance("A") == 100


def test_payer_may_be_empty(bank):
    bank.transfer("A", "S", 500)
    bank.refund("A", "S", 500)
    assert bank.balance("A") == 500


def test_shop_statement(bank):
    bank.transfer("A", "S", 70)
    bank.refund("A", "S", 70)
    assert bank.statements["S"] == [(70, ""), (-70, "refund")]


def test_money_is_conserved(bank):
    bank.transfer("A", "S", 70)
    bank.refund("A", "S", 70)
    bank.collect("W", ["A", "S"], 10)
    assert sum(bank.balance(n) for n in "ASW") == 510
    assert bank.balance("W") == 20


def test_transfer_direction(bank):
    bank.transfer("S", "A", 10)
    assert (bank.balance("A"), bank.balance("S")) == (510, 0)
