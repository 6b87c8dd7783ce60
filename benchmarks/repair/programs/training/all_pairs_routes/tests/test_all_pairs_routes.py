import pytest

from all_pairs_routes import inf, route, shortest

ROADS = [("a", "b", 4), ("b", "c", 3), ("a", "c", 9), ("c", "d", 2)]


@pytest.fixture
def tables():
    return shortest("abcde", ROADS)


def test_direct_distance(tables):
    assert tables[0]["a"]["b"] == 4


def test_way_round_is_shorter(tables):
    assert tables[0]["a"]["c"] == tables[0]["c"]["a"] == 7


def test_far_distance(tables):
    assert tables[0]["a"]["d"] == 9


def test_unreachable(tables):
    distance, step = tables
    assert distance["a"]["e"] == inf
    assert route(step, "a", "e") is None


def test_direct_route(tables):
    assert route(tables[1], "c", "d") == ["c", "d"]


def test_route_to_itself(tables):
    assert route(tables[1], "b", "b") == ["b"]


def test_route_round(tables):
    assert route(tables[1], "a", "c") == ["a", "b", "c"]


def test_far_route(tables):
    assert route(tables[1], "d", "a") == ["d", "c", "b", "a"]
