import pytest

from ledger import Ledger, StockError


@pytest.fixture
def ledger():
    led = Ledger()
    led.receive("bolt", 10)
    led.receive("nut", 4)
    return led


def test_receive_adds_up(ledger):
    ledger.receive("bolt", 5)
    assert ledger.on_hand("bolt") == 15


def test_receive_needs_positive_quantity(ledger):
    with pytest.raises(StockError):
        ledger.receive("bolt", 0)


def test_reserve_reduces_available_only(ledger):
    ledger.reserve("bolt", 3)
    assert ledger.available("bolt") == 7
    assert ledger.on_hand("bolt") == 10


def test_can_reserve_everything(ledger):
    ledger.reserve("nut", 4)
    assert ledger.available("nut") == 0


def test_cannot_reserve_more_than_available(ledger):
    ledger.reserve("bolt", 8)
    with pytest.raises(StockError):
        ledger.reserve("bolt", 3)


def test_failed_reservation_changes_nothing(ledger):
    with pytest.raises(StockError):
        ledger.reserve("nut", 5)
    assert ledger.available("nut") == 4
    assert ledger.history("nut") == [("receive", 4)]


def test_ship(ledger):
    ledger.reserve("bolt", 6)
    ledger.ship("bolt", 6)
    assert ledger.on_hand("bolt") == 4
    assert ledger.available("bolt") == 4


def test_ship_unreserved(ledger):
    with pytest.raises(StockError):
        ledger.ship("bolt", 1)


def test_low_stock(ledger):
    ledger.reserve("bolt", 9)
    assert ledger.low_stock(5) == ["bolt", "nut"]
