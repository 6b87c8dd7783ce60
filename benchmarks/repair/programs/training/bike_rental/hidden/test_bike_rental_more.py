import pytest

from bike_rental import BikeShare, RentalError, Tariff


@pytest.fixture
def share():
    s = BikeShare(Tariff(unlock=0, block=10, minutes=10))
    s.add_station("a", 2, ["x"])
    s.add_station("b", 1, ["y"])
    s.top_up("r", 100)
    s.top_up("q", 100)
    return s


def test_unknown_station_keeps_rental(share):
    share.rent("r", "a", 0)
    with pytest.raises(RentalError):
        share.give_back("r", "nowhere", 5)
    assert share.on_the_road() == ["x"]
    assert share.give_back("r", "a", 15) == 20


def test_full_twice(share):
    share.rent("r", "a", 0)
    for now in (5, 6):
        with pytest.raises(RentalError):
            share.give_back("r", "b", now)
    assert share.on_the_road() == ["x"]


def test_full_then_freed(share):
    share.rent("r", "a", 0)
    with pytest.raises(RentalError):
        share.give_back("r", "b", 5)
    assert share.rent("q", "b", 6) == "y"
    assert share.give_back("r", "b", 10) == 10
    assert share.on_the_road() == ["y"]


def test_rider_still_has_bike(share):
    share.rent("r", "a", 0)
    with pytest.raises(RentalError):
        share.give_back("r", "b", 5)
    with pytest.raises(RentalError):
        share.rent("r", "b", 6)
    assert share.overdue(2000) == ["r"]


def test_broken_not_noted_when_full(share):
    share.rent("r", "a", 0)
    with pytest.raises(RentalError):
        share.give_back("r", "b", 5, broken=True)
    share.give_back("r", "a", 6)
    assert share.available("a") == 1


def test_rental_ends(share):
    share.rent("r", "a", 0)
    share.give_back("r", "a", 1)
    assert share.on_the_road() == []
    with pytest.raises(RentalError):
        share.give_back("r", "a", 2)


def test_rent_again(share):
    share.rent("r", "a", 0)
    share.give_back("r", "a", 1)
    assert share.rent("r", "a", 2) == "x"


def test_balance(share):
    share.rent("r", "a", 0)
    share.give_back("r", "a", 21)
    assert share.balances["r"] == 70


def test_too_many_bikes():
    with pytest.raises(RentalError):
        BikeShare().add_station("z", 1, ["a", "b"])


def test_swap(share):
    share.rent("r", "a", 0)
    share.rent("q", "b", 0)
    assert share.on_the_road() == ["x", "y"]
    share.give_back("r", "b", 3)
    with pytest.raises(RentalError):
        share.give_back("q", "b", 3)
    share.give_back("q", "a", 4)
    assert share.stations["b"].bikes == ["x"]
    assert share.stations["a"].bikes == ["y"]
