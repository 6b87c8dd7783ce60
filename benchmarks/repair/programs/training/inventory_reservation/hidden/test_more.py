import pytest

from inventory_reservation import OutOfStock, Warehouse


def stocked(**levels):
    w = Warehouse()
    for sku, count in levels.items():
        w.receive(sku, count)
    return w


def test_other_orders_survive_a_failure():
    w = stocked(a=10, b=10, c=1)
    w.reserve(1, [("a", 4), ("b", 2)])
    with pytest.raises(OutOfStock):
        w.reserve(2, [("a", 3), ("b", 3), ("c", 2)])
    assert (w.available("a"), w.available("b"), w.available("c")) == (6, 8, 1)
    w.ship(1)
    assert (w.on_hand("a"), w.on_hand("b")) == (6, 8)


def test_repeated_sku_in_one_order_is_summed():
    w = stocked(a=10)
    with pytest.raises(OutOfStock) as info:
        w.reserve(1, [("a", 6), ("a", 7)])
    assert info.value.short_by == 3
    assert w.available("a") == 10
    w.reserve(1, [("a", 6), ("a", 4)])
    assert w.available("a") == 0
    w.cancel(1)
    assert w.available("a") == 10


def test_unknown_sku_releases_earlier_lines():
    w = stocked(a=5)
    with pytest.raises(OutOfStock) as info:
        w.reserve(1, [("a", 5), ("ghost", 1)])
    assert (info.value.sku, info.value.short_by) == ("ghost", 1)
    assert w.low_stock(5) == []


def test_first_line_short_changes_nothing():
    w = stocked(a=5, b=5)
    with pytest.raises(OutOfStock):
        w.reserve(1, [("a", 6), ("b", 1)])
    assert w.available("a") == 5 and w.available("b") == 5


def test_bad_quantities_hold_nothing():
    w = stocked(a=5)
    for lines in ([], [("a", 1), ("a", 0)], [("a", -1)]):
        with pytest.raises(ValueError):
            w.reserve(1, lines)
    assert w.available("a") == 5


def test_closing_unknown_order():
    w = stocked(a=5)
    with pytest.raises(OutOfStock):
        w.reserve(9, [("a", 1), ("b", 1)])
    with pytest.raises(KeyError):
        w.cancel(9)
    assert w.available("a") == 5
