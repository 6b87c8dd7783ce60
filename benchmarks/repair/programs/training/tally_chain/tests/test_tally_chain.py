import json

import pytest

from tally_chain import GENESIS, ChainError, TallyChain


@pytest.fixture
def chain():
    c = TallyChain()
    c.post("ann", 100, "start")
    c.post("bob", 50, "start")
    return c


def test_balances(chain):
    chain.transfer("ann", "bob", 30)
    assert chain.balance("ann") == 70
    assert chain.balance("bob") == 80
    assert chain.balance("eve") == 0
    assert len(chain) == 4


def test_overdraw(chain):
    with pytest.raises(ChainError):
        chain.post("bob", -51)
    assert len(chain) == 2


def test_chain_is_whole(chain):
    assert chain.first_bad() is None


def test_tampering(chain):
    entries = json.loads(chain.dump())
    entries[1]["amount"] = 5000
    with pytest.raises(ChainError):
        TallyChain.load(json.dumps(entries))


def test_load(chain):
    copy = TallyChain.load(chain.dump())
    assert copy.head == chain.head
    assert copy.balance("bob") == 50


def test_rollback_drops_entries(chain):
    mark = chain.head
    chain.post("ann", 5, "tip")
    chain.post("ann", 6, "gift")
    assert chain.rollback(mark) == ["tip", "gift"]
    assert chain.head == mark
    assert chain.history("ann") == [(100, "start")]


def test_rollback_balances(chain):
    mark = chain.head
    chain.transfer("ann", "bob", 30)
    chain.rollback(mark)
    assert chain.balance("ann") == 100
    assert chain.balance("bob") == 50


def test_rollback_everything(chain):
    chain.rollback(GENESIS)
    assert len(chain) == 0
    assert chain.accounts() == []


def test_rollback_unknown(chain):
    with pytest.raises(ChainError):
        chain.rollback("f" * 64)
    assert chain.accounts() == ["ann", "bob"]


def test_accounts(chain):
    chain.transfer("ann", "zed", 100)
    assert chain.accounts() == ["bob", "zed"]
