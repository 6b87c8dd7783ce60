from warehouse.orders import OrderDesk, Status
from warehouse.stock import Stock


def test_reservations_of_others_stay():
    desk = OrderDesk(Stock(a=5, b=1))
    desk.place(1, a=2)
    desk.place(2, a=3, b=2)
    assert desk.stock.item("a").reserved == 2
    assert desk.stock.item("b").reserved == 0


def test_retry_twice_then_ok():
    desk = OrderDesk(Stock(a=2, b=0, c=2))
    order = desk.place(1, a=2, b=1, c=1)
    assert order.missing == {"b": 1}
    desk.retry_backorders()
    assert order.missing == {"b": 1}
    desk.stock.receive("b", 1)
    assert desk.retry_backorders() == [1]
    assert desk.stock.item("a").free == 0
    assert desk.stock.item("c").free == 1
    desk.cancel(1)
    assert [desk.stock.item(s).free for s in "abc"] == [2, 1, 2]


def test_cancel_backorder():
    desk = OrderDesk(Stock(a=2))
    desk.place(1, a=1, b=1)
    desk.cancel(1)
    assert desk.stock.item("a").free == 2
    assert desk.orders[1].status is Status.CANCELLED
