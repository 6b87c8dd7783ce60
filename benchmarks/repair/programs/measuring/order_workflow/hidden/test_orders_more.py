import pytest

from orders.order import Order, replay
from orders.states import NotAllowed, allowed


def test_return_only():
    assert allowed("delivered") == ["return"]


def test_state_after_return():
    assert Order(1, state="delivered").apply("return").state == "returned"


def test_not_returned_twice():
    with pytest.raises(NotAllowed):
        Order(1, state="delivered").apply("return").apply("return")


@pytest.mark.parametrize("state", ["new", "paid", "packed", "shipped", "closed"])
def test_nothing_else_is_returned(state):
    with pytest.raises(NotAllowed):
        Order(1, state=state).apply("return")


def test_refund_only_after_inspection():
    assert replay(1, ["pay", "pack", "ship", "deliver", "return", "refunded"])[1] == ["refunded"]
