from dijkstra_route import cost_between, route


def test_costly_edge_first():
    graph = {"s": {"t": 10, "u": 1}, "u": {"t": 1}}
    assert route(graph, "s", "t") == ["s", "u", "t"]


def test_improved_twice():
    graph = {0: {3: 9, 1: 1, 2: 4}, 1: {2: 1}, 2: {3: 3}}
    assert cost_between(graph, 0, 3) == 5


def test_costs_pass_on():
    graph = {"a": {"b": 8, "c": 1}, "c": {"b": 2}, "b": {"z": 1}}
    assert cost_between(graph, "a", "z") == 4


def test_direct_is_best():
    assert route({"a": {"b": 2, "c": 2}, "c": {"b": 5}}, "a", "b") == ["a", "b"]


def test_unknown_goal():
    assert route({"a": {"b": 2}}, "a", "z") == []
