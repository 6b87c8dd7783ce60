import pytest

from auction import BidError, Lot
from auction.bids import step


@pytest.fixture
def lot():
    return Lot("clock", start=5_00)


def test_steps():
    assert [step(price) for price in (0, 9_99, 10_00, 50_00, 250_00)] == [50, 50, 1_00, 5_00, 10_00]


def test_first_bid(lot):
    assert lot.bid("ann", 20_00)
    assert lot.price == 5_00


def test_too_low(lot):
    with pytest.raises(BidError):
        lot.bid("ann", 4_99)
    lot.bid("ann", 5_00)
    with pytest.raises(BidError):
        lot.bid("bob", 5_20)


def test_outbid_by_proxy(lot):
    lot.bid("ann", 20_00)
    assert not lot.bid("bob", 12_00)
    assert (lot.leading.bidder, lot.price) == ("ann", 13_00)


def test_equal_limits(lot):
    lot.bid("ann", 20_00)
    assert not lot.bid("bob", 20_00)
    assert (lot.leading.bidder, lot.price) == ("ann", 20_00)


def test_overtaken_at_the_limit(lot):
    lot.bid("ann", 5_00)
    assert lot.bid("bob", 9_00)
    assert (lot.leading.bidder, lot.price) == ("bob", 5_50)


def test_three_bidders(lot):
    lot.bid("ann", 20_00)
    lot.bid("bob", 30_00)
    lot.bid("cat", 25_00)
    assert lot.history == [("ann", 5_00), ("bob", 21_00), ("bob", 26_00)]


def test_small_lead(lot):
    lot.bid("ann", 20_00)
    lot.bid("bob", 20_40)
    assert lot.close() == ("bob", 20_40)


def test_own_limit(lot):
    lot.bid("ann", 20_00)
    assert lot.bid("ann", 40_00)
    assert lot.price == 5_00
    with pytest.raises(BidError):
        lot.bid("ann", 30_00)


def test_reserve():
    lot = Lot("vase", reserve=50_00)
    lot.bid("ann", 60_00)
    assert lot.close() == ("ann", 50_00)


def test_reserve_not_met():
    lot = Lot("vase", reserve=50_00)
    lot.bid("ann", 40_00)
    assert lot.close() is None
    with pytest.raises(BidError):
        lot.bid("bob", 70_00)
