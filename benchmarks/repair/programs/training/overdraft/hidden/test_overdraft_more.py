import pytest

from overdraft import Account, Declined


def make(start=1000, limit=5000, fee=100):
    a = Account("x", limit=limit, overdraft_fee=fee)
    if start:
        a.deposit(start)
    return a


def test_exactly_zero_is_no_overdraft():
    a = make()
    a.withdraw(1000)
    assert a.balance == 0 and a.fees_paid() == 0


def test_from_zero():
    a = make(start=0)
    a.withdraw(1)
    assert a.balance == -101


def test_each_time_again():
    a = make()
    a.withdraw(1500)
    a.deposit(700)
    assert a.balance == 100
    a.withdraw(200)
    assert a.balance == -200
    assert a.fees_paid() == 200


def test_deposit_that_does_not_suffice():
    a = make()
    a.withdraw(2000)
    a.deposit(500)
    a.withdraw(100)
    assert a.balance == -700
    assert a.fees_paid() == 100


def test_three_debits_below_zero():
    a = make(start=0)
    for _ in range(3):
        a.withdraw(10)
    assert a.fees_paid() == 100
    assert [e.balance for e in a.entries] == [-10, -110, -120, -130]


def test_capture_below_zero_only_once():
    a = make()
    first, second = a.hold(1200, "p", 3), a.hold(300, "q", 3)
    a.capture(second)
    assert a.fees_paid() == 0
    a.capture(first, 800)
    assert a.balance == -200
    assert [e.kind for e in a.entries] == ["deposit", "q", "p", "fee"]


def test_transfer_into_overdraft():
    a, b = make(), make(start=0)
    a.transfer(b, 1100)
    assert (a.balance, b.balance) == (-200, 1100)
    assert b.fees_paid() == 0


def test_declined_costs_nothing():
    a = make()
    with pytest.raises(Declined):
        a.withdraw(6001)
    with pytest.raises(Declined):
        a.hold(6001, "p", 1)
    assert a.balance == 1000 and len(a.entries) == 1


def test_positive_amounts():
    for method in (make().deposit, make().withdraw):
        with pytest.raises(ValueError):
            method(0)


def test_lowest_of_nothing():
    assert make(start=0).lowest_balance() == 0
