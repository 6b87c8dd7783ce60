import pytest

from order_states import Order, StateError, worklist


@pytest.fixture
def order():
    o = Order(7, 100)
    o.pay(2)
    return o


def test_straight_through(order):
    order.pack(10)
    order.ship(20)
    order.deliver(40)
    assert [e.target for e in order.history] == ["paid", "packing", "shipped", "delivered"]
    assert order.history[2].note == ""
    assert not order.closed


def test_not_allowed(order):
    with pytest.raises(StateError):
        order.ship(3)
    with pytest.raises(StateError):
        order.pay(3)
    assert order.state == "paid"


def test_due(order):
    assert order.due == 50
    assert not order.overdue(50)
    assert order.overdue(51)


def test_waiting_for_stock(order):
    order.out_of_stock(10)
    assert not order.overdue(60)
    order.restock(60)
    assert order.state == "paid"
    assert order.due == 100


def test_hold_and_resume(order):
    order.pack(5)
    order.hold(6, "check address")
    with pytest.raises(StateError):
        order.ship(7)
    order.resume(8)
    assert order.state == "packing"
    assert order.hours_in("held", 20) == 2


def test_held_order_is_not_late(order):
    order.hold(12, "payment check")
    order.resume(42)
    order.pack(60)
    order.ship(70)
    assert order.history[-1].note == ""
    assert order.due == 80


def test_late(order):
    order.pack(5)
    order.ship(51)
    assert order.history[-1].note == "late"


def test_cancel(order):
    order.cancel(4, "changed my mind")
    assert order.refunded == 100
    assert order.closed
    unpaid = Order(8, 50)
    unpaid.cancel(1)
    assert unpaid.refunded == 0


def test_worklist(order):
    late = Order(3, 10, promise=5)
    late.pay(1)
    other = Order(9, 10)
    other.pay(2)
    assert worklist([other, order, late, Order(1, 1)], 10) == ["3!", "7", "9"]
