import pytest

from warehouse.orders import OrderDesk, Status
from warehouse.stock import OutOfStock, Stock


@pytest.fixture
def desk():
    return OrderDesk(Stock(pen=10, ink=2))


def test_reserve_and_ship(desk):
    order = desk.place(1, pen=4, ink=1)
    assert order.status is Status.RESERVED
    desk.ship(1)
    assert desk.stock.item("pen").on_hand == 6
    assert desk.stock.item("pen").reserved == 0


def test_cancel(desk):
    desk.place(1, pen=4)
    desk.cancel(1)
    assert desk.stock.item("pen").free == 10


def test_backorder_says_what_is_missing(desk):
    order = desk.place(1, ink=5)
    assert order.status is Status.BACKORDER
    assert order.missing == {"ink": 3}


def test_failed_order_leaves_stock_alone(desk):
    desk.place(1, pen=4, ink=3)
    assert desk.stock.item("pen").free == 10
    assert desk.stock.item("ink").free == 2


def test_partner_order_after_failure(desk):
    desk.place(1, ink=2, pen=11)
    assert desk.place(2, ink=2).status is Status.RESERVED
    desk.ship(2)
    assert desk.stock.low(1) == ["ink"]


def test_retry(desk):
    desk.place(1, ink=3)
    assert desk.retry_backorders() == []
    desk.stock.receive("ink", 5)
    assert desk.retry_backorders() == [1]
    assert desk.orders[1].missing == {}


def test_ship_needs_reservation(desk):
    desk.place(1, ink=3)
    with pytest.raises(ValueError):
        desk.ship(1)


def test_shipped_stays(desk):
    desk.place(1, ink=1)
    desk.ship(1)
    with pytest.raises(ValueError):
        desk.cancel(1)


def test_number_once(desk):
    desk.place(1, pen=1)
    with pytest.raises(KeyError):
        desk.place(1, pen=1)
