import pytest

from gavel_house import AuctionHouse, BidError


def make(**terms):
    h = AuctionHouse(commission=20)
    for name in ("a", "b", "c"):
        h.register(name, 100)
    h.offer("x", "s", 10, **terms)
    h.offer("y", "s", 10)
    return h


def test_reserve_failed_then_other_lot_affordable():
    h = make(reserve=95)
    h.bid("x", "a", 90)
    h.close("x")
    h.bid("y", "a", 100)
    assert h.close("y") == "a"
    assert h.bidders["a"].balance == 0
    assert h.bidders["a"].held == 0


def test_reserve_failed_after_several_bids():
    h = make(reserve=95)
    h.bid("x", "a", 20)
    h.bid("x", "b", 30)
    h.bid("x", "a", 40)
    assert h.close("x") is None
    assert [h.bidders[n].held for n in "abc"] == [0, 0, 0]


def test_reserve_failed_keeps_other_hold():
    h = make(reserve=95)
    h.bid("x", "a", 20)
    h.bid("y", "a", 30)
    h.close("x")
    assert h.bidders["a"].held == 30
    assert h.bidders["a"].balance == 100


def test_no_proceeds_when_unsold():
    h = make(reserve=95)
    h.bid("x", "a", 20)
    h.close("x")
    assert h.proceeds == {}
    assert h.earned == 0


def test_reserve_exactly_met():
    h = make(reserve=50)
    h.bid("x", "b", 50)
    assert h.close("x") == "b"
    assert h.bidders["b"].balance == 50
    assert h.bidders["b"].held == 0


def test_raise_own_bid():
    h = make()
    h.bid("x", "a", 60)
    h.bid("x", "a", 100)
    assert h.bidders["a"].held == 100
    h.close("x")
    assert h.bidders["a"].balance == 0


def test_raise_own_bid_reserve_failed():
    h = make(reserve=200)
    h.bid("x", "a", 60)
    h.bid("x", "a", 80)
    h.close("x")
    assert h.bidders["a"].available == 100


def test_cannot_cover():
    h = make()
    with pytest.raises(BidError):
        h.bid("x", "a", 101)
    assert h.bidders["a"].held == 0


def test_results_mix():
    h = make(reserve=95)
    h.bid("x", "a", 20)
    h.bid("y", "b", 30)
    h.close("x")
    h.close("y")
    assert h.results() == {"x": "unsold", "y": ("b", 30)}


def test_close_twice():
    h = make()
    h.close("x")
    with pytest.raises(BidError):
        h.close("x")
