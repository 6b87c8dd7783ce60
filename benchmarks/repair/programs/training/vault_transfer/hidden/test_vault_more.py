import pytest

from vault import Refused, Vault


def test_no_trace_of_refused():
    vault = Vault()
    vault.open("a").put(10)
    vault.open("b", limit=5)
    with pytest.raises(Refused):
        vault.transfer("a", "b", 6)
    assert vault.statement("a") == ["+10 -> 10"] and vault.statement("b") == []


def test_zero():
    vault = Vault()
    vault.open("a").put(10)
    vault.open("b")
    with pytest.raises(ValueError):
        vault.transfer("a", "b", 0)
    assert vault.statement("a") == ["+10 -> 10"]
