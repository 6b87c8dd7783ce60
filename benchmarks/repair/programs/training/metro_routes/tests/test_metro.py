import pytest

from metro import Network


@pytest.fixture
def town():
    network = Network()
    network.add_line("red", ["port", "market", "museum", "station"])
    network.add_line("blue", ["castle", "market", "park"])
    network.add_line("ring", ["port", "park", "zoo", "lake", "station"])
    return network


def test_short_line():
    with pytest.raises(ValueError):
        Network().add_line("x", ["a"])


def test_stays(town):
    assert town.way("zoo", "zoo") == ["zoo"]


def test_neighbours(town):
    assert town.stops("castle", "market") == 1


def test_along_a_line(town):
    assert town.way("port", "station") == ["port", "market", "museum", "station"]


def test_no_way(town):
    town.add_line("island", ["pier", "beach"])
    assert town.way("zoo", "beach") is None
    assert town.stops("zoo", "beach") is None


def test_unknown(town):
    with pytest.raises(KeyError):
        town.way("zoo", "moon")


def test_lines_at(town):
    assert town.lines_at("market") == ["blue", "red"]


def test_changes(town):
    assert town.changes(["castle", "market", "museum"]) == ["market"]
    assert town.changes(["port", "market", "museum"]) == []
