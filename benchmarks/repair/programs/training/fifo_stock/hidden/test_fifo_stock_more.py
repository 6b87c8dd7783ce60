from datetime import date

from fifo_stock import Inventory


def day(n):
    return date(2024, 6, n)


def make(*bookings):
    inv = Inventory("a", "b", "c")
    for name, n, quantity, cost in bookings:
        inv[name].receive("x", day(n), quantity, cost)
    return inv


def test_older_lots_go_first():
    inv = make(("a", 1, 2, 10), ("b", 5, 2, 50))
    inv.transfer("a", "b", "x", 2)
    assert inv["b"].lots("x") == [(day(1), 2, 10), (day(5), 2, 50)]


def test_lot_in_between():
    inv = make(("a", 3, 2, 30), ("b", 1, 1, 10), ("b", 5, 1, 50))
    inv.transfer("a", "b", "x", 1)
    assert [cost for _, _, cost in inv["b"].lots("x")] == [10, 30, 50]


def test_several_lots_interleave():
    inv = make(("a", 1, 1, 10), ("a", 3, 1, 30), ("b", 2, 1, 20), ("b", 4, 1, 40))
    inv.transfer("a", "b", "x", 2)
    assert [cost for _, _, cost in inv["b"].lots("x")] == [10, 20, 30, 40]
    assert inv["a"].lots("x") == []


def test_cost_of_sale_after_transfer():
    inv = make(("a", 1, 3, 10), ("b", 5, 3, 50))
    inv.transfer("a", "b", "x", 3)
    assert inv.sell("b", "x", 4, 100) == 400 - 80
    assert inv.cost_of_goods_sold("x") == 80


def test_transfer_there_and_back():
    inv = make(("a", 1, 2, 10), ("a", 2, 2, 20))
    inv.transfer("a", "b", "x", 1)
    inv.transfer("b", "a", "x", 1)
    assert inv.sell("a", "x", 2, 20) == 20


def test_transfer_on():
    inv = make(("a", 1, 1, 10), ("b", 4, 1, 40), ("c", 2, 1, 20))
    inv.transfer("a", "b", "x", 1)
    inv.transfer("b", "c", "x", 1)
    assert inv["c"].lots("x") == [(day(1), 1, 10), (day(2), 1, 20)]
    assert inv["b"].lots("x") == [(day(4), 1, 40)]


def test_to_empty_warehouse():
    inv = make(("a", 1, 2, 10), ("a", 3, 2, 30))
    inv.transfer("a", "c", "x", 3)
    assert inv["c"].lots("x") == [(day(1), 2, 10), (day(3), 1, 30)]


def test_source_lots_are_not_shared():
    inv = make(("a", 1, 5, 10))
    inv.transfer("a", "b", "x", 2)
    inv.sell("b", "x", 1, 10)
    assert inv["a"].quantity("x") == 3
    assert inv["b"].quantity("x") == 1


def test_receive_after_transfer():
    inv = make(("a", 1, 1, 10), ("b", 5, 1, 50))
    inv.transfer("a", "b", "x", 1)
    inv["b"].receive("x", day(3), 1, 30)
    assert [cost for _, _, cost in inv["b"].lots("x")] == [10, 30, 50]


def test_margin():
    inv = make(("a", 1, 1, 10), ("b", 5, 1, 50))
    inv.transfer("a", "b", "x", 1)
    inv.sell("b", "x", 1, 40)
    assert inv.margins() == {"x": 75.0}
