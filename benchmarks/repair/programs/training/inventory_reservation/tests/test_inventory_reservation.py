import pytest

from inventory_reservation import OutOfStock, Warehouse


@pytest.fixture
def warehouse():
    w = Warehouse()
    w.receive("bolt", 100)
    w.receive("nut", 40)
    return w


def test_reserve_lowers_available_not_on_hand(warehouse):
    warehouse.reserve("A1", [("bolt", 30)])
    assert warehouse.available("bolt") == 70
    assert warehouse.on_hand("bolt") == 100


def test_cancel_gives_back(warehouse):
    warehouse.reserve("A1", [("bolt", 30), ("nut", 5)])
    warehouse.cancel("A1")
    assert warehouse.available("bolt") == 100
    assert warehouse.available("nut") == 40


def test_ship(warehouse):
    warehouse.reserve("A1", [("bolt", 30), ("nut", 5)])
    assert warehouse.ship("A1") == 2
    assert warehouse.on_hand("bolt") == 70
    assert warehouse.available("nut") == 35


def test_short_line_reports_the_gap(warehouse):
    with pytest.raises(OutOfStock) as info:
        warehouse.reserve("A1", [("nut", 45)])
    assert info.value.sku == "nut"
    assert info.value.short_by == 5


def test_failed_order_holds_nothing(warehouse):
    with pytest.raises(OutOfStock):
        warehouse.reserve("A1", [("bolt", 60), ("nut", 50)])
    assert warehouse.available("bolt") == 100
    assert warehouse.open_orders() == []


def test_retry_after_failure(warehouse):
    with pytest.raises(OutOfStock):
        warehouse.reserve("A1", [("bolt", 60), ("nut", 50)])
    warehouse.reserve("A1", [("bolt", 60), ("nut", 40)])
    assert warehouse.open_orders() == ["A1"]


def test_same_order_twice(warehouse):
    warehouse.reserve("A1", [("nut", 1)])
    with pytest.raises(ValueError):
        warehouse.reserve("A1", [("nut", 1)])


def test_low_stock(warehouse):
    warehouse.reserve("A1", [("nut", 35)])
    assert warehouse.low_stock(10) == ["nut"]
