import pytest

from courier import City


@pytest.fixture
def city():
    found = City()
    found.add_street("depot", "bridge", 4)
    found.add_street("bridge", "market", 3)
    found.add_leg("depot", "market", 9)
    found.add_leg("market", "harbour", 2)
    return found


def test_minutes_of_neighbours(city):
    assert city.minutes_from("market")["harbour"] == 2


def test_minutes_over_a_bridge(city):
    assert city.minutes_from("depot") == {"depot": 0, "bridge": 4, "market": 7, "harbour": 9}


def test_start_alone():
    assert City().minutes_from("x") == {"x": 0}


def test_dead_end(city):
    assert city.minutes_from("harbour") == {"harbour": 0}


def test_route(city):
    assert city.route("depot", "harbour") == ["depot", "bridge", "market", "harbour"]


def test_no_route(city):
    assert city.route("harbour", "depot") is None


def test_route_to_itself(city):
    assert city.route("depot", "depot") == ["depot"]


def test_negative_minutes(city):
    with pytest.raises(ValueError):
        city.add_leg("a", "b", -1)
