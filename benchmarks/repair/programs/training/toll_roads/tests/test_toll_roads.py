import pytest

from toll_roads import RoadMap, Tariff


@pytest.fixture
def roads():
    m = RoadMap()
    m.add("Aix", "Bonn", 50, toll=20)
    m.add("Aix", "Celle", 30)
    m.add("Celle", "Bonn", 30)
    m.add("Bonn", "Delft", 40)
    m.add("Delft", "Ems", 10, one_way=True)
    return m


def test_direct(roads):
    route = roads.cheapest("Bonn", "Delft")
    assert route.places == ["Bonn", "Delft"]
    assert route.cost == 40


def test_detour_without_toll(roads):
    route = roads.cheapest("Aix", "Bonn")
    assert route.places == ["Aix", "Celle", "Bonn"]
    assert route.cost == 60


def test_further_on(roads):
    route = roads.cheapest("Aix", "Ems")
    assert route.places == ["Aix", "Celle", "Bonn", "Delft", "Ems"]
    assert route.km == 110


def test_tariff(roads):
    route = roads.cheapest("Aix", "Bonn", Tariff(toll_percent=0))
    assert route.places == ["Aix", "Bonn"]
    assert (route.cost, route.tolls) == (50, 20)


def test_one_way(roads):
    assert roads.cheapest("Ems", "Delft") is None


def test_nothing_to_drive(roads):
    route = roads.cheapest("Aix", "Aix")
    assert route.cost == 0
    assert route.places == []


def test_unknown_place(roads):
    with pytest.raises(KeyError):
        roads.cheapest("Aix", "Zug")


def test_avoid_tolls(roads):
    route = roads.cheapest("Aix", "Bonn", Tariff(toll_percent=50), avoid_tolls=True)
    assert route.tolls == 0


def test_reachable(roads):
    assert roads.reachable("Delft", 70) == {"Bonn": 40, "Celle": 70, "Ems": 10}


def test_bad_road(roads):
    with pytest.raises(ValueError):
        roads.add("Aix", "Bonn", 0)
