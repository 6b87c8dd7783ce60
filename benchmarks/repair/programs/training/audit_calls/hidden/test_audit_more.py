import pytest

from accounts import AccountError, Accounts
from audit import AuditLog, audited


class Shop:
    user = "kim"

    def __init__(self):
        self.audit = AuditLog()

    @audited(only_failures=True)
    def double(self, number, *, plus=0):
        return 2 * number + plus

    @audited()
    def nothing(self):
        return None


def test_log_in():
    bank = Accounts("kim")
    bank.open("a", "1234")
    assert bank.check("a", "1234") is True
    assert bank.check("a", "0000") is False
    with pytest.raises(AccountError):
        bank.check("b", "1234")
    assert bank.audit.entries[-1].action == "log in"


def test_result_with_keywords():
    shop = Shop()
    assert shop.double(4) == 8
    assert shop.double(number=4, plus=1) == 9
    assert shop.audit.entries == []


def test_none_is_a_result():
    shop = Shop()
    assert shop.nothing() is None
    assert len(shop.audit.entries) == 1


def test_success_is_recorded_once():
    bank = Accounts("kim")
    assert bank.open("a", "1") == "a"
    assert bank.balance("a") == 0
    assert bank.audit.counts() == {"open account": 1}


def test_failure_is_recorded_once():
    shop = Shop()
    with pytest.raises(TypeError):
        shop.double(None)
    assert [entry.outcome for entry in shop.audit.entries] == ["TypeError"]
