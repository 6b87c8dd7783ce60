import pytest

from order_states import Order, StateError, worklist


def paid(number=1, at=0, promise=10):
    o = Order(number, 100, promise=promise)
    o.pay(at)
    return o


def test_hold_from_paid():
    o = paid()
    o.hold(3, "x")
    o.resume(7)
    assert o.due == 14
    assert o.state == "paid"


def test_hold_from_packing():
    o = paid()
    o.pack(1)
    o.hold(3, "x")
    o.resume(8)
    assert o.due == 15
    assert not o.overdue(15)
    assert o.overdue(16)


def test_two_holds_add_up():
    o = paid()
    o.hold(1, "x")
    o.resume(3)
    o.pack(4)
    o.hold(5, "y")
    o.resume(9)
    assert o.due == 16
    assert o.hours_in("held", 9) == 6


def test_hold_and_waiting():
    o = paid()
    o.out_of_stock(1)
    o.restock(5)
    o.hold(6, "x")
    o.resume(7)
    assert o.due == 15


def test_hold_of_no_length():
    o = paid()
    o.hold(4, "x")
    o.resume(4)
    assert o.due == 10


def test_still_late_after_hold():
    o = paid()
    o.pack(1)
    o.hold(2, "x")
    o.resume(4)
    o.ship(13)
    assert o.history[-1].note == "late"


def test_resume_without_hold():
    o = paid()
    with pytest.raises(StateError):
        o.resume(5)
    assert o.due == 10


def test_cancel_while_held():
    o = paid()
    o.hold(2, "x")
    o.cancel(5)
    assert o.refunded == 100
    assert o.closed


def test_worklist_order_after_hold():
    a, b = paid(1), paid(2, at=1)
    a.hold(2, "x")
    assert worklist([a, b], 5) == ["2"]
    a.resume(6)
    assert worklist([a, b], 12) == ["2!", "1"]


def test_failed_resume_in_the_past():
    o = paid()
    o.hold(5, "x")
    with pytest.raises(ValueError):
        o.resume(4)
    assert o.state == "held"
    assert o.due == 10


def test_returned():
    o = paid()
    o.pack(1)
    o.ship(2)
    o.deliver(3)
    o.take_back(4, 30)
    assert o.refunded == 30
    assert o.hours_in("new", 9) == 0
