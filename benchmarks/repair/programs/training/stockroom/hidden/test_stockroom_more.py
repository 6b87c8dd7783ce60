import pytest

from stockroom import Stockroom, StockError


def make():
    r = Stockroom(["A", "B"])
    r.receive("nut", 10, "A")
    return r


def test_issue_just_too_much():
    r = make()
    r.reserve("o", "nut", 1, "A")
    with pytest.raises(StockError):
        r.issue("nut", 10, "A")
    r.issue("nut", 9, "A")
    assert r.available("nut", "A") == 0


def test_transfer_just_too_much():
    r = make()
    r.reserve("o", "nut", 1, "A")
    with pytest.raises(StockError):
        r.transfer("nut", 10, "A", "B")
    r.transfer("nut", 9, "A", "B")
    assert r.inventory() == {"A": {"nut": 1}, "B": {"nut": 9}}


def test_several_reservations():
    r = make()
    r.reserve("o1", "nut", 3, "A")
    r.reserve("o2", "nut", 3, "A")
    with pytest.raises(StockError):
        r.issue("nut", 5, "A")
    with pytest.raises(StockError):
        r.transfer("nut", 5, "A", "B")
    r.issue("nut", 4, "A")
    r.ship("o1")
    r.ship("o2")
    assert r.on_hand("nut") == 0


def test_ship_everything():
    r = make()
    r.reserve("o", "nut", 10, "A")
    r.ship("o")
    assert r.inventory() == {"A": {}, "B": {}}


def test_other_place_not_reserved():
    r = make()
    r.receive("nut", 5, "B")
    r.reserve("o", "nut", 10, "A")
    r.issue("nut", 5, "B")
    assert r.on_hand("nut") == 10


def test_other_item_not_reserved():
    r = make()
    r.receive("bolt", 5, "A")
    r.reserve("o", "nut", 10, "A")
    r.transfer("bolt", 5, "A", "B")
    assert r.inventory()["B"] == {"bolt": 5}


def test_after_release():
    r = make()
    r.reserve("o", "nut", 10, "A")
    r.release("o")
    r.issue("nut", 10, "A")
    assert r.on_hand("nut") == 0


def test_target_reservation_does_not_matter():
    r = make()
    r.receive("nut", 2, "B")
    r.reserve("o", "nut", 2, "B")
    r.transfer("nut", 10, "A", "B")
    assert r.available("nut", "B") == 10


def test_failed_moves_are_not_logged():
    r = make()
    r.reserve("o", "nut", 8, "A")
    for call in (lambda: r.issue("nut", 3, "A"), lambda: r.transfer("nut", 3, "A", "B")):
        with pytest.raises(StockError):
            call()
    assert [m.kind for m in r.moves] == ["receive"]
