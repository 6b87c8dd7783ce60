import pytest

from stockroom import Stockroom, StockError


@pytest.fixture
def room():
    r = Stockroom(["A", "B"])
    r.receive("nut", 10, "A")
    r.receive("bolt", 4, "B")
    return r


def test_inventory(room):
    assert room.inventory() == {"A": {"nut": 10}, "B": {"bolt": 4}}


def test_issue(room):
    room.issue("nut", 10, "A")
    assert room.on_hand("nut") == 0
    with pytest.raises(StockError):
        room.issue("bolt", 5, "B")
    assert room.inventory() == {"A": {}, "B": {"bolt": 4}}


def test_transfer(room):
    room.transfer("nut", 3, "A", "B")
    assert room.inventory() == {"A": {"nut": 7}, "B": {"bolt": 4, "nut": 3}}
    assert room.on_hand("nut") == 10


def test_reserve(room):
    room.reserve("o1", "nut", 6, "A")
    assert room.available("nut", "A") == 4
    with pytest.raises(StockError):
        room.reserve("o2", "nut", 5, "A")
    room.release("o1")
    assert room.available("nut", "A") == 10


def test_ship(room):
    room.reserve("o1", "nut", 6, "A")
    room.ship("o1")
    assert room.on_hand("nut", "A") == 4
    assert room.available("nut", "A") == 4
    assert room.turnover("nut") == (10, 6)


def test_issue_leaves_reserved_goods(room):
    room.reserve("o1", "nut", 6, "A")
    with pytest.raises(StockError):
        room.issue("nut", 5, "A")
    room.issue("nut", 4, "A")
    assert room.on_hand("nut", "A") == 6


def test_transfer_leaves_reserved_goods(room):
    room.reserve("o1", "nut", 6, "A")
    with pytest.raises(StockError):
        room.transfer("nut", 8, "A", "B")
    assert room.inventory()["A"] == {"nut": 10}
    room.ship("o1")


def test_unknown_place(room):
    with pytest.raises(StockError):
        room.transfer("nut", 1, "A", "C")
