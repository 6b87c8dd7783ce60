import pytest

from tally_chain import GENESIS, ChainError, TallyChain


def test_overdraw_after_rollback():
    c = TallyChain()
    c.post("a", 10)
    mark = c.head
    c.post("a", 90)
    c.rollback(mark)
    with pytest.raises(ChainError):
        c.post("a", -11)
    c.post("a", -10)
    assert c.balance("a") == 0


def test_spend_again_after_rollback():
    c = TallyChain()
    c.post("a", 10)
    mark = c.head
    c.transfer("a", "b", 10)
    c.rollback(mark)
    c.transfer("a", "c", 10)
    assert c.accounts() == ["c"]


def test_new_account_gone():
    c = TallyChain()
    c.post("a", 10)
    mark = c.head
    c.post("new", 5)
    c.rollback(mark)
    assert c.accounts() == ["a"]
    assert c.balance("new") == 0


def test_rollback_to_head_changes_nothing():
    c = TallyChain()
    c.post("a", 10)
    c.post("b", 7)
    assert c.rollback(c.head) == []
    assert (c.balance("a"), c.balance("b"), len(c)) == (10, 7, 2)


def test_same_as_loaded():
    c = TallyChain()
    c.post("a", 10)
    c.post("b", 10)
    mark = c.head
    c.transfer("b", "a", 4)
    c.post("a", 3)
    c.rollback(mark)
    copy = TallyChain.load(c.dump())
    for name in "ab":
        assert c.balance(name) == copy.balance(name)


def test_twice():
    c = TallyChain()
    marks = [c.post("a", n) for n in (1, 2, 4, 8)]
    c.rollback(marks[2])
    assert c.balance("a") == 7
    c.rollback(marks[0])
    assert c.balance("a") == 1


def test_from_scratch_again():
    c = TallyChain()
    first = c.post("a", 5, "x")
    c.rollback(GENESIS)
    assert c.head == GENESIS
    assert c.post("a", 5, "x") == first
    assert c.balance("a") == 5


def test_post_after_rollback_is_whole():
    c = TallyChain()
    mark = c.post("a", 5)
    c.post("a", 6)
    c.rollback(mark)
    c.post("a", 7)
    assert c.first_bad() is None
    assert c.history("a") == [(5, ""), (7, "")]
    assert c.balance("a") == 12


def test_unknown_digest_keeps_balances():
    c = TallyChain()
    c.post("a", 5)
    with pytest.raises(ChainError):
        c.rollback("nope")
    assert c.balance("a") == 5


def test_bad_transfer():
    c = TallyChain()
    c.post("a", 5)
    with pytest.raises(ChainError):
        c.transfer("a", "b", 0)
    assert len(c) == 1
