import pytest

from orders.order import Order, replay
from orders.states import NotAllowed, allowed


def test_total():
    order = Order(1)
    order.add("pen", 3, 120)
    order.add("ink", 1, 500)
    assert order.total == 860


def test_paid_orders_do_not_change():
    order = Order(1).apply("pay")
    with pytest.raises(NotAllowed, match="cannot change an order that is paid"):
        order.add("pen", 1, 120)


def test_happy_path():
    order, skipped = replay(1, ["pay", "pack", "ship", "deliver"])
    assert order.state == "delivered"
    assert skipped == []


def test_cancel_before_and_after_payment():
    assert Order(1).apply("cancel").state == "cancelled"
    assert Order(1).apply("pay").apply("cancel").state == "refunding"


def test_cannot_cancel_on_the_way():
    order, skipped = replay(1, ["pay", "pack", "ship", "cancel"])
    assert order.state == "shipped"
    assert skipped == ["cancel"]


def test_customer_sends_it_back():
    order, _ = replay(1, ["pay", "pack", "ship", "deliver", "return", "inspect", "refunded"])
    assert order.state == "closed"
    assert not order.is_open


def test_lost_parcel():
    order, _ = replay(1, ["pay", "pack", "ship", "lose", "reship", "ship", "deliver"])
    assert order.state == "delivered"


def test_allowed():
    assert allowed("paid") == ["cancel", "pack"]
    assert allowed("closed") == []


def test_log():
    order = Order(1).apply("pay", who="shop")
    assert order.log == ["shop: new -> paid"]
