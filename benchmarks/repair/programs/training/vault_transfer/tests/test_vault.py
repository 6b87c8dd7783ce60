import pytest

from vault import Refused, Vault


@pytest.fixture
def vault():
    found = Vault()
    found.open("ann").put(100)
    found.open("bob", limit=50)
    return found


def test_transfer(vault):
    vault.transfer("ann", "bob", 30)
    assert vault.accounts["ann"].cents == 70 and vault.accounts["bob"].cents == 30


def test_not_enough(vault):
    with pytest.raises(Refused, match="ann has 100"):
        vault.transfer("ann", "bob", 101)
    assert vault.total() == 100


def test_limit(vault):
    with pytest.raises(Refused, match="bob may hold"):
        vault.transfer("ann", "bob", 60)
    assert vault.accounts["ann"].cents == 100
    assert vault.total() == 100


def test_nothing(vault):
    with pytest.raises(ValueError):
        vault.transfer("ann", "bob", 0)


def test_same_owner(vault):
    with pytest.raises(ValueError):
        vault.open("ann")


def test_take_too_much(vault):
    with pytest.raises(Refused):
        vault.accounts["bob"].take(1)


def test_statement(vault):
    vault.transfer("ann", "bob", 30)
    assert vault.statement("ann") == ["+100 -> 100", "-30 -> 70"]
