import pytest

from bank import BankError
from transfers import Bank


@pytest.fixture
def bank():
    b = Bank()
    b.open("A", "Ann", 1000)
    b.open("B", "Bob", 100, overdraft=50)
    b.open("S", "Shop")
    return b


def test_transfer(bank):
    bank.transfer("A", "S", 300)
    assert (bank.balance("A"), bank.balance("S")) == (700, 300)


def test_overdraft(bank):
    bank.transfer("B", "S", 150)
    assert bank.balance("B") == -50
    with pytest.raises(BankError):
        bank.transfer("B", "S", 1)


@pytest.mark.parametrize("args", [("A", "A", 5), ("A", "S", 0), ("A", "X", 5), ("X", "A", 5)])
def test_refused(bank, args):
    with pytest.raises(BankError):
        bank.transfer(*args)
    assert bank.balance("A") == 1000


def test_double_open(bank):
    with pytest.raises(BankError):
        bank.open("A", "Eve")


def test_refund(bank):
    bank.transfer("A", "S", 300)
    bank.refund("A", "S", 300)
    assert (bank.balance("A"), bank.balance("S")) == (1000, 0)


def test_refund_statement(bank):
    bank.transfer("A", "S", 300, "shoes")
    bank.refund("A", "S", 300)
    assert bank.statements["A"] == [(-300, "shoes"), (300, "refund")]


def test_refund_without_payment(bank):
    with pytest.raises(BankError):
        bank.refund("A", "S", 300)


def test_collect(bank):
    assert bank.collect("S", ["A", "B"], 200) == ["B"]
    assert bank.balance("S") == 200
