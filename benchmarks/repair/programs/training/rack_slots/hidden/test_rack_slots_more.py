import pytest

from rack_slots import Allocator, NoRoom


def hall_of(**shelves):
    hall = Allocator()
    for name, (zone, capacity) in shelves.items():
        hall.add_shelf(name, zone, capacity)
    return hall


def test_stays_in_zone_despite_bigger_shelf():
    hall = hall_of(a=("dry", 5), b=("dry", 5), c=("cold", 50))
    hall.store("salt", 3, zone="dry")
    assert hall.clear("a") == {"salt": {"b": 3}}
    assert hall.total("salt", "cold") == 0


def test_stays_in_zone_despite_its_kind_elsewhere():
    hall = hall_of(a=("dry", 5), b=("dry", 5), c=("cold", 5))
    hall.store("salt", 1, zone="cold")
    hall.store("salt", 2, zone="dry")
    assert hall.clear("a") == {"salt": {"b": 2}}
    assert hall.total("salt", "cold") == 1


def test_cold_to_cold():
    hall = hall_of(a=("dry", 50), c=("cold", 5), d=("cold", 6))
    hall.store("milk", 5, zone="cold")
    assert hall.clear("d") == {"milk": {"c": 5}}


def test_several_goods():
    hall = hall_of(a=("dry", 9), b=("dry", 4), c=("dry", 4), z=("cold", 99))
    hall.store("salt", 3, without=["z"])
    hall.store("rice", 4, without=["z", "b", "c"])
    assert hall.clear("a") == {"rice": {"b": 4}, "salt": {"c": 3}}
    assert hall.shelf("a").stock == {}


def test_only_shelf_of_the_zone():
    hall = hall_of(a=("dry", 9), z=("cold", 99))
    hall.store("salt", 3, zone="dry")
    with pytest.raises(NoRoom):
        hall.clear("a")
    assert hall.total("salt", "dry") == 3


def test_retire_without_room():
    hall = hall_of(a=("dry", 9), b=("dry", 2), z=("cold", 99))
    hall.store("salt", 3, zone="dry")
    with pytest.raises(NoRoom):
        hall.retire("a")
    assert hall.shelf("a").used == 3


def test_retire_in_zone():
    hall = hall_of(a=("dry", 9), b=("dry", 4), z=("cold", 99))
    hall.store("salt", 3, zone="dry")
    hall.retire("a")
    assert hall.shelf("b").stock == {"salt": 3}
    assert hall.fill_rate("cold") == 0


def test_clear_empty_shelf():
    hall = hall_of(a=("dry", 9))
    assert hall.clear("a") == {}


def test_store_still_takes_any_zone():
    hall = hall_of(a=("dry", 3), z=("cold", 4))
    assert hall.store("salt", 6) == {"z": 4, "a": 2}


def test_without():
    hall = hall_of(a=("dry", 3), z=("cold", 4))
    assert hall.store("salt", 2, without=("z",)) == {"a": 2}
