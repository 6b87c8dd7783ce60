import pytest

from minibar_tab import MinibarTab, Product, included_tax, refill_list

WATER = Product("wat", "Water", 300, 10)
BEER = Product("bee", "Beer", 600, 20)
NUTS = Product("nut", "Nuts", 450, 10)


@pytest.fixture
def tab():
    t = MinibarTab("214")
    t.charge(WATER, 2)
    t.charge(BEER)
    t.charge(NUTS)
    return t


def test_total(tab):
    assert tab.total() == 1650


def test_included_tax():
    assert included_tax(1100, 10) == 100
    assert included_tax(600, 20) == 100
    assert included_tax(0, 20) == 0


def test_tax_summary(tab):
    assert tab.tax_summary() == {10: 95, 20: 100}


def test_void(tab):
    tab.void(3)
    assert tab.total() == 1200
    assert tab.lines() == [(1, "Water", 2, 600), (2, "Beer", 1, 600)]


def test_tax_after_void(tab):
    tab.void(2)
    assert tab.tax_summary() == {10: 95}


def test_refill():
    one = MinibarTab("1")
    two = MinibarTab("2")
    one.charge(WATER)
    one.charge(BEER, 2)
    two.charge(WATER, 3)
    assert refill_list([one, two]) == [("bee", 2), ("wat", 4)]


def test_refill_after_void(tab):
    tab.void(1)
    assert tab.consumption() == {"bee": 1, "nut": 1}


def test_discount():
    t = MinibarTab("9", discount_percent=15)
    t.charge(NUTS)
    assert t.total() == 382
    assert t.lines() == [(1, "Nuts", 1, 382)]


def test_unknown_number(tab):
    with pytest.raises(LookupError):
        tab.void(4)
    with pytest.raises(LookupError):
        tab.void(0)


def test_closed(tab):
    assert tab.close() == 1650
    with pytest.raises(RuntimeError):
        tab.charge(WATER)
    with pytest.raises(RuntimeError):
        tab.void(1)
