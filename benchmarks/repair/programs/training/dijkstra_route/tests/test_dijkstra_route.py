from math import inf

from dijkstra_route import cost_between, route

ROADS = {
    "a": {"b": 2, "c": 9, "d": 20},
    "b": {"c": 3, "e": 4},
    "c": {"d": 1},
    "e": {"f": 1},
}


def test_direct():
    assert cost_between(ROADS, "a", "b") == 2


def test_same_node():
    assert cost_between(ROADS, "a", "a") == 0
    assert route(ROADS, "a", "a") == ["a"]


def test_only_way():
    assert route(ROADS, "a", "f") == ["a", "b", "e", "f"]


def test_detour_is_cheaper():
    assert cost_between(ROADS, "a", "c") == 5


def test_two_detours():
    assert route(ROADS, "a", "d") == ["a", "b", "c", "d"]


def test_no_way():
    assert cost_between(ROADS, "d", "a") == inf
    assert route(ROADS, "d", "a") == []


def test_from_the_middle():
    assert route(ROADS, "b", "d") == ["b", "c", "d"]


def test_circle():
    ring = {1: {2: 1}, 2: {3: 1}, 3: {1: 1}}
    assert cost_between(ring, 2, 1) == 2
