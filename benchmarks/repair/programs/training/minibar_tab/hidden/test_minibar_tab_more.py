import pytest

from minibar_tab import MinibarTab, Product, refill_list

GIN = Product("gin", "Gin", 1200, 20)
BAR = Product("bar", "Chocolate", 220, 10)
MAP = Product("map", "Map", 500, 0)


def make(*charges, discount=0):
    t = MinibarTab("7", discount)
    for product, quantity in charges:
        t.charge(product, quantity)
    return t


def test_tax_of_part_of_a_rate():
    t = make((GIN, 1), (GIN, 2))
    t.void(2)
    assert t.tax_summary() == {20: 200}


def test_all_voided():
    t = make((GIN, 1), (BAR, 1))
    t.void(1)
    t.void(2)
    assert t.total() == 0
    assert t.tax_summary() == {}
    assert t.consumption() == {}
    assert t.lines() == []


def test_consumption_of_same_product():
    t = make((GIN, 1), (GIN, 2), (BAR, 3))
    t.void(1)
    assert t.consumption() == {"gin": 2, "bar": 3}


def test_refill_list_over_tabs():
    one = make((GIN, 1), (BAR, 1))
    two = make((BAR, 5))
    one.void(2)
    assert refill_list([one, two]) == [("bar", 5), ("gin", 1)]


def test_refill_nothing():
    t = make((GIN, 1))
    t.void(1)
    assert refill_list([t]) == []
    assert refill_list([]) == []


def test_void_twice():
    t = make((GIN, 1), (BAR, 2))
    t.void(1)
    t.void(1)
    assert t.total() == 440
    assert t.tax_summary() == {10: 40}


def test_tax_with_discount_and_void():
    t = make((GIN, 1), (BAR, 1), discount=50)
    t.void(2)
    assert t.total() == 600
    assert t.tax_summary() == {20: 100}


def test_zero_rate():
    t = make((MAP, 1), (GIN, 1))
    assert t.tax_summary() == {0: 0, 20: 200}
    t.void(2)
    assert t.tax_summary() == {0: 0}


def test_numbers_stay():
    t = make((GIN, 1), (BAR, 1))
    t.void(1)
    assert t.charge(MAP) == 3
    assert [line[0] for line in t.lines()] == [2, 3]


def test_charge_again_after_void():
    t = make((BAR, 4))
    t.void(1)
    t.charge(BAR, 1)
    assert t.consumption() == {"bar": 1}
    assert t.tax_summary() == {10: 20}


def test_bad_values():
    with pytest.raises(ValueError):
        MinibarTab("7", 101)
    with pytest.raises(ValueError):
        make((GIN, 0))
