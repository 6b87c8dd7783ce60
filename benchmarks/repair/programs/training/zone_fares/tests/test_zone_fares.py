import pytest

from zone_fares import Line, Network, Stop, Tariff, zones_of_ride


@pytest.fixture
def network():
    net = Network(Tariff([200, 310, 400], {"child": 50, "senior": 25}))
    net.add(Line(7, [
        Stop("Market", ("A",)),
        Stop("Station", ("A",)),
        Stop("Bridge", ("B", "A")),
        Stop("Mill", ("B",)),
        Stop("Quarry", ("C",)),
    ]))
    net.add(Line(9, [
        Stop("Station", ("A",)),
        Stop("Museum", ("A",)),
        Stop("Park", ("B",)),
    ]))
    return net


def test_one_zone(network):
    assert network.fare([(7, "Market", "Station")]) == 200


def test_up_to_border_stop(network):
    assert network.fare([(7, "Market", "Bridge")]) == 200


def test_past_the_border(network):
    assert network.fare([(7, "Market", "Mill")]) == 310
    assert network.trip_zones([(7, "Quarry", "Market")]) == ["C", "B", "A"]


def test_from_border_stop(network):
    assert network.trip_zones([(7, "Bridge", "Station")]) == ["A"]
    assert network.trip_zones([(7, "Bridge", "Mill")]) == ["B"]


def test_two_legs(network):
    legs = [(7, "Market", "Station"), (9, "Station", "Park")]
    assert network.fare(legs) == 310


def test_child_rounded_up(network):
    assert network.fare([(7, "Market", "Mill")], "child") == 155
    assert network.fare([(7, "Market", "Mill")], "senior") == 235


def test_group(network):
    assert network.tariff.group_price(2, {"adult": 2, "child": 1}) == 775


def test_border_between_two_other_zones():
    stops = [Stop("x", ("A",)), Stop("y", ("B", "A")), Stop("z", ("A",))]
    assert zones_of_ride(stops) == ["A"]


def test_extension(network):
    assert network.extension({"A"}, [(7, "Market", "Quarry")]) == 310
    assert network.extension({"A", "B"}, [(7, "Market", "Mill")]) == 0


def test_same_stop(network):
    with pytest.raises(ValueError):
        network.fare([(7, "Mill", "Mill")])
