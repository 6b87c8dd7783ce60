import pytest

from reorder_report import Inventory, Item


def make(*rows):
    """(sku, supplier, missing): missing is how far the item is below its minimum."""
    return Inventory(Item(s, sup, 100 - m, 100, 100, price=1) for s, sup, m in rows)


def skus(inventory):
    return {name: [line.sku for line in lines] for name, lines in inventory.orders().items()}


def test_alternating():
    inv = make(("a", "X", 9), ("b", "Y", 8), ("c", "X", 7), ("d", "Y", 6), ("e", "X", 5))
    assert skus(inv) == {"X": ["a", "c", "e"], "Y": ["b", "d"]}


def test_neighbours():
    inv = make(("a", "X", 9), ("b", "X", 8), ("c", "Y", 7))
    assert skus(inv) == {"X": ["a", "b"], "Y": ["c"]}


def test_urgency_within_supplier():
    inv = make(("a", "X", 1), ("b", "Y", 5), ("c", "X", 9))
    assert skus(inv) == {"X": ["c", "a"], "Y": ["b"]}


def test_same_urgency_by_sku():
    inv = make(("c", "X", 3), ("b", "Y", 3), ("a", "X", 3))
    assert skus(inv) == {"X": ["a", "c"], "Y": ["b"]}


def test_every_line_is_in_an_order():
    inv = make(*[(f"i{n}", "ABC"[n % 3], n + 1) for n in range(12)])
    assert sum(len(v) for v in inv.orders().values()) == 12


def test_lines_stay_sorted_by_urgency():
    inv = make(("a", "X", 1), ("b", "Y", 5), ("c", "X", 9))
    inv.orders()
    assert [line.sku for line in inv.reorder_lines()] == ["c", "b", "a"]


def test_empty():
    assert Inventory().orders() == {}
    assert Inventory().place("X") == 0


def test_place_every_supplier_leaves_nothing():
    inv = make(("a", "X", 9), ("b", "Y", 8), ("c", "X", 7))
    assert inv.place("X") == 16
    assert inv.place("Y") == 8
    assert inv.report() == "nothing to order"


def test_place_leaves_other_suppliers():
    inv = make(("a", "X", 9), ("b", "Y", 8), ("c", "X", 7))
    inv.place("X")
    assert skus(inv) == {"Y": ["b"]}


def test_report_three_suppliers():
    inv = make(("a", "Z", 4), ("b", "Y", 3), ("c", "Z", 2), ("d", "X", 1))
    assert inv.report() == (
        "X: 1\n  d x1 (1)\nY: 3\n  b x3 (3)\nZ: 6\n  a x4 (4)\n  c x2 (2)")


@pytest.mark.parametrize("missing, packs", [(0, 0), (1, 1), (5, 1), (6, 2), (-3, 0)])
def test_packs(missing, packs):
    assert Item("a", "X", 50 - missing, 0, 50, pack=5).packs_needed() == packs
