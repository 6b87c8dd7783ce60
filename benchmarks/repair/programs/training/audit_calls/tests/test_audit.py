import pytest

from accounts import AccountError, Accounts
from audit import AuditLog, Entry, audited


@pytest.fixture
def bank():
    accounts = Accounts("kim")
    accounts.open("a", "1234", balance=100)
    accounts.open("b", "pass")
    return accounts


def test_success_is_recorded(bank):
    assert bank.transfer("a", "b", 30) == 70
    arguments = {"source": "a", "target": "b", "amount": 30}
    assert bank.audit.entries[-1] == Entry("transfer", "kim", arguments, "ok")


def test_passwords_are_hidden(bank):
    assert bank.audit.entries[0].arguments == {"name": "a", "password": "***", "balance": 100}


def test_defaults_are_recorded(bank):
    assert bank.audit.entries[1].arguments["balance"] == 0


def test_failure_is_recorded(bank):
    with pytest.raises(AccountError):
        bank.transfer("b", "a", amount=1)
    assert [entry.outcome for entry in bank.audit.failures()] == ["AccountError"]


def test_only_failures(bank):
    bank.balance("a")
    with pytest.raises(KeyError):
        bank.balance("x")
    assert bank.audit.counts() == {"open account": 2, "balance": 1}


def test_balance_after_transfer(bank):
    bank.transfer("a", "b", 30)
    assert bank.balance("b") == 30


def test_switched_off():
    accounts = Accounts("kim", AuditLog(enabled=False))
    assert accounts.open("a", "x", 5) == "a"
    assert accounts.balance("a") == 5
    assert accounts.audit.entries == []


def test_name_and_doc_are_kept():
    assert Accounts.transfer.__name__ == "transfer"
    assert Accounts.transfer.__doc__.startswith("Move money")
    assert Accounts.open.audit_action == "open account"


def test_limit():
    log = AuditLog(limit=2)
    accounts = Accounts("kim", log)
    for name in "abc":
        accounts.open(name, "x")
    assert [entry.arguments["name"] for entry in log.entries] == ["b", "c"]


def test_by_user():
    log = AuditLog()
    Accounts("kim", log).open("a", "x")
    Accounts("tom", log).open("b", "x")
    assert [entry.arguments["name"] for entry in log.by_user("tom")] == ["b"]


def test_wrong_call(bank):
    with pytest.raises(TypeError):
        bank.transfer("a")
