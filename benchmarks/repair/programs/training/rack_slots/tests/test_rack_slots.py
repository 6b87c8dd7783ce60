import pytest

from rack_slots import Allocator, NoRoom


@pytest.fixture
def hall():
    hall = Allocator()
    hall.add_shelf("A1", "dry", 10)
    hall.add_shelf("A2", "dry", 8)
    hall.add_shelf("C1", "cold", 30)
    return hall


def test_store_in_zone(hall):
    assert hall.store("rice", 12, zone="dry") == {"A1": 10, "A2": 2}
    assert hall.total("rice") == 12


def test_store_anywhere(hall):
    assert hall.store("rice", 5) == {"C1": 5}


def test_store_with_its_kind_first(hall):
    hall.store("rice", 2, zone="dry", without=["A1"])
    assert hall.store("rice", 7, zone="dry") == {"A2": 6, "A1": 1}


def test_all_or_nothing(hall):
    with pytest.raises(NoRoom):
        hall.store("rice", 19, zone="dry")
    assert hall.total("rice") == 0


def test_pick(hall):
    hall.store("rice", 12, zone="dry")
    assert hall.pick("rice", 5) == {"A2": 2, "A1": 3}
    with pytest.raises(LookupError):
        hall.pick("rice", 8)


def test_clear(hall):
    hall.store("rice", 6, zone="dry")
    assert hall.clear("A1") == {"rice": {"A2": 6}}
    assert hall.shelf("A1").used == 0
    assert hall.total("rice", "dry") == 6


def test_clear_without_room(hall):
    hall.store("rice", 9, zone="dry")
    with pytest.raises(NoRoom):
        hall.clear("A1")
    assert hall.shelf("A1").stock == {"rice": 9}


def test_retire(hall):
    hall.add_shelf("C2", "cold", 5)
    hall.store("milk", 4, zone="cold", without=["C1"])
    assert hall.retire("C2") == {"milk": {"C1": 4}}
    with pytest.raises(KeyError):
        hall.shelf("C2")


def test_fill_rate(hall):
    hall.store("milk", 10, zone="cold")
    assert hall.fill_rate("cold") == 33
    assert hall.fill_rate("attic") == 0
