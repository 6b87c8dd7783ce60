import pytest

from orders import OrderLine, TableOrder


def test_plain_line():
    assert OrderLine("tea", []).price() == 300


def test_unknown_dish():
    with pytest.raises(KeyError):
        OrderLine("caviar")


def test_unknown_extra():
    with pytest.raises(KeyError):
        OrderLine("tea", []).add_extra("gold")


def test_given_extras():
    line = OrderLine("soup", ["bread", "large"])
    assert line.price() == 700
    assert str(line) == "soup (+bread, large)"


def test_extras_stay_with_their_line():
    first = OrderLine("pasta")
    first.add_extra("cheese")
    second = OrderLine("pasta")
    assert second.extras == []


def test_total_with_extras():
    order = TableOrder(4)
    order.add("pasta", "cheese")
    order.add("soup", "large")
    assert order.total() == 1150 + 100 + 450 + 250


def test_share_rounds_up():
    order = TableOrder(1, guests=3)
    order.lines.append(OrderLine("salad", []))
    assert order.share() == 267


def test_summary():
    order = TableOrder(2)
    order.add("tea")
    order.add("soup", "bread")
    order.add("tea")
    assert order.summary() == ["1 x soup (+bread)", "2 x tea"]


def test_empty_table():
    assert TableOrder(1).total() == 0
