from datetime import date

import pytest

from binpicker import NotEnough, Warehouse


def stocked(*quantities):
    house = Warehouse()
    for n, quantity in enumerate(quantities, 1):
        house.store("x", f"A-{n}", quantity, date(2024, 1, n))
    return house


def test_exactly_one_bin():
    house = stocked(4, 4)
    assert house.pick({"x": 4}) == [("A-1", "x", 4)]
    assert house.places("x") == ["A-2"]


def test_exactly_two_bins():
    house = stocked(4, 3, 2)
    assert house.pick({"x": 7}) == [("A-1", "x", 4), ("A-2", "x", 3)]
    assert house.stock("x") == 2


def test_four_bins():
    house = stocked(1, 2, 3, 4)
    assert house.pick({"x": 8}) == [
        ("A-1", "x", 1), ("A-2", "x", 2), ("A-3", "x", 3), ("A-4", "x", 2),
    ]
    assert house.stock("x") == 2
    assert house.places("x") == ["A-4"]


def test_two_picks():
    house = stocked(2, 2, 2)
    house.pick({"x": 3})
    assert house.pick({"x": 3}) == [("A-2", "x", 1), ("A-3", "x", 2)]
    assert house.stock("x") == 0


def test_stock_and_picks_add_up():
    house = stocked(3, 1, 4, 1, 5)
    picked = sum(taken for _, _, taken in house.pick({"x": 9}))
    assert picked == 9
    assert house.stock("x") == 5


def test_store_after_emptying():
    house = stocked(2, 2)
    house.pick({"x": 4})
    house.store("x", "B-1", 6)
    assert house.places("x") == ["B-1"]
    assert house.pick({"x": 1}) == [("B-1", "x", 1)]


def test_nothing_wanted():
    house = stocked(2)
    assert house.pick({"x": 0}) == []
    assert house.stock("x") == 2


def test_not_enough_takes_nothing():
    house = stocked(2, 2)
    with pytest.raises(NotEnough):
        house.pick({"x": 5})
    assert house.stock("x") == 4


def test_two_articles():
    house = stocked(2, 2)
    house.store("y", "A-1", 1)
    house.store("y", "B-1", 1)
    assert house.pick({"y": 2, "x": 4}) == [
        ("A-1", "x", 2), ("A-1", "y", 1), ("A-2", "x", 2), ("B-1", "y", 1),
    ]
