import pytest

from gavel_house import AuctionHouse, BidError


@pytest.fixture
def house():
    h = AuctionHouse(commission=10)
    h.register("ann", 500)
    h.register("bob", 300)
    h.offer("vase", "zoe", 50, reserve=100, step=10)
    return h


def test_bid_holds_money(house):
    house.bid("vase", "ann", 60)
    assert house.bidders["ann"].available == 440
    assert house.lots["vase"].minimum == 70


def test_outbid_releases(house):
    house.bid("vase", "ann", 60)
    house.bid("vase", "bob", 80)
    assert house.bidders["ann"].available == 500
    assert house.bidders["bob"].available == 220


def test_too_low(house):
    house.bid("vase", "ann", 60)
    with pytest.raises(BidError):
        house.bid("vase", "bob", 69)


def test_sold(house):
    house.bid("vase", "ann", 200)
    assert house.close("vase") == "ann"
    assert house.bidders["ann"].balance == 300
    assert house.bidders["ann"].available == 300
    assert house.proceeds == {"zoe": 180}
    assert house.earned == 20


def test_reserve_not_met(house):
    house.bid("vase", "ann", 90)
    assert house.close("vase") is None
    assert house.results() == {"vase": "unsold"}
    assert house.bidders["ann"].balance == 500
    assert house.bidders["ann"].available == 500


def test_no_bids(house):
    assert house.close("vase") is None
    with pytest.raises(BidError):
        house.bid("vase", "ann", 100)


def test_withdraw(house):
    house.bid("vase", "bob", 100)
    house.withdraw("vase")
    assert house.bidders["bob"].available == 300


def test_seller_cannot_bid(house):
    house.register("zoe", 100)
    with pytest.raises(BidError):
        house.bid("vase", "zoe", 60)
