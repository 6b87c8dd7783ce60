import pytest

from overdraft import Account, Declined


@pytest.fixture
def account():
    a = Account("Ida", limit=10000, overdraft_fee=300)
    a.deposit(5000)
    return a


def test_withdraw(account):
    account.withdraw(2000)
    assert account.balance == 3000
    assert account.available == 13000
    assert account.fees_paid() == 0


def test_declined(account):
    with pytest.raises(Declined):
        account.withdraw(15001)
    assert account.balance == 5000


def test_going_below_zero_costs(account):
    account.withdraw(6000)
    assert account.balance == -1300
    assert account.fees_paid() == 300


def test_staying_below_zero_is_free(account):
    account.withdraw(6000)
    account.withdraw(100)
    assert [e.kind for e in account.entries] == ["deposit", "withdrawal", "fee", "withdrawal"]
    assert account.lowest_balance() == -1400


def test_hold_reduces_available(account):
    number = account.hold(4000, "hotel", 7)
    assert (account.balance, account.available) == (5000, 11000)
    account.release(number)
    assert account.available == 15000


def test_capture_part(account):
    number = account.hold(4000, "hotel", 7)
    account.capture(number, 2500)
    assert account.balance == 2500
    assert account.held == 0


def test_capture_into_overdraft(account):
    account.capture(account.hold(5100, "hotel", 7))
    assert account.balance == -400
    assert [e.kind for e in account.entries] == ["deposit", "hotel", "fee"]


def test_capture_too_much(account):
    number = account.hold(100, "hotel", 7)
    with pytest.raises(ValueError):
        account.capture(number, 101)
    assert account.held == 100


def test_expire(account):
    account.hold(100, "a", 5)
    account.hold(200, "b", 6)
    account.hold(400, "c", 7)
    assert account.expire(6) == 300
    assert account.held == 400


def test_transfer(account):
    other = Account("Jo")
    account.transfer(other, 1000)
    assert (account.balance, other.balance) == (4000, 1000)
