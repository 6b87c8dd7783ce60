from datetime import date

import pytest

from binpicker import NotEnough, Warehouse, walk


@pytest.fixture
def house():
    house = Warehouse()
    house.store("milk", "B-2", 5, date(2024, 6, 10))
    house.store("milk", "A-1", 5, date(2024, 6, 20))
    house.store("milk", "C-9", 5, date(2024, 6, 1))
    house.store("soap", "A-4", 8)
    return house


def test_stock(house):
    assert house.stock("milk") == 15
    assert house.places("milk") == ["C-9", "B-2", "A-1"]
    assert house.stock("tea") == 0


def test_store_again(house):
    house.store("soap", "A-4", 2)
    assert house.places("soap") == ["A-4"]
    assert house.stock("soap") == 10


def test_pick_oldest(house):
    assert house.pick({"milk": 3}) == [("C-9", "milk", 3)]
    assert house.stock("milk") == 12


def test_pick_from_two_bins(house):
    assert house.pick({"milk": 7}) == [("B-2", "milk", 2), ("C-9", "milk", 5)]
    assert house.places("milk") == ["B-2", "A-1"]


def test_pick_everything(house):
    route = house.pick({"soap": 8, "milk": 15})
    assert route == [("A-1", "milk", 5), ("A-4", "soap", 8), ("B-2", "milk", 5), ("C-9", "milk", 5)]
    assert walk(route) == ["A", "B", "C"]
    assert house.aisles() == {}


def test_not_enough(house):
    with pytest.raises(NotEnough) as error:
        house.pick({"soap": 1, "milk": 16})
    assert error.value.missing == 1
    assert house.stock("soap") == 8


def test_discard(house):
    assert house.discard_expired(date(2024, 6, 10)) == {"milk": 5}
    assert house.places("milk") == ["B-2", "A-1"]


def test_aisles(house):
    assert house.aisles() == {"A": 13, "B": 5, "C": 5}


def test_store_nothing(house):
    with pytest.raises(ValueError):
        house.store("tea", "A-1", 0)
