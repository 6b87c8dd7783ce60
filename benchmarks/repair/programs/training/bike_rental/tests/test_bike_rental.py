import pytest

from bike_rental import BikeShare, RentalError, Tariff


@pytest.fixture
def share():
    s = BikeShare()
    s.add_station("park", 3, ["b1", "b2"])
    s.add_station("pier", 1, ["b3"])
    s.top_up("ann", 1000)
    s.top_up("bob", 150)
    return s


def test_tariff():
    tariff = Tariff()
    assert tariff.price(30) == 150
    assert tariff.price(31) == 200
    assert tariff.price(5000) == 1200


def test_rent_and_return(share):
    assert share.rent("ann", "park", 0) == "b1"
    assert share.available("park") == 1
    assert share.give_back("ann", "park", 45) == 200
    assert share.balances["ann"] == 800


def test_one_bike_each(share):
    share.rent("ann", "park", 0)
    with pytest.raises(RentalError):
        share.rent("ann", "park", 1)


def test_return_to_full_station(share):
    share.rent("ann", "park", 0)
    with pytest.raises(RentalError):
        share.give_back("ann", "pier", 20)
    assert share.on_the_road() == ["b1"]
    assert share.balances["ann"] == 1000


def test_try_another_station(share):
    share.rent("bob", "park", 0)
    with pytest.raises(RentalError):
        share.give_back("bob", "pier", 20)
    assert share.give_back("bob", "park", 35) == 200
    assert share.available("park") == 2


def test_return_without_bike(share):
    with pytest.raises(RentalError):
        share.give_back("ann", "park", 3)


def test_broken(share):
    share.rent("ann", "pier", 0)
    share.give_back("ann", "pier", 1, broken=True)
    assert share.available("pier") == 0
    with pytest.raises(RentalError):
        share.rent("bob", "pier", 5)
    share.repair("b3")
    assert share.rent("bob", "pier", 6) == "b3"


def test_low_balance(share):
    with pytest.raises(RentalError):
        share.rent("eve", "park", 0)


def test_overdue(share):
    share.rent("ann", "park", 0)
    assert share.overdue(1440) == []
    assert share.overdue(1441) == ["ann"]
