import pytest

from import_graph import ImportCycle, ImportGraph


def make(pairs):
    graph = ImportGraph()
    for name, imports in pairs:
        graph.add(name, imports)
    return graph


def test_shared_leaf():
    graph = make([("main", ["a", "b", "c"]), ("a", ["z"]), ("b", ["z"]), ("c", ["z"]), ("z", [])])
    assert graph.load_order() == ["z", "a", "b", "c", "main"]


def test_cycle_names_only_its_members():
    graph = make([("main", ["leaf", "x"]), ("leaf", []), ("x", ["y"]), ("y", ["leaf", "x"])])
    with pytest.raises(ImportCycle) as caught:
        graph.load_order()
    assert caught.value.modules == ["x", "y", "x"]


def test_cycle_through_the_start_after_a_side_branch():
    graph = make([("a", ["b", "c"]), ("b", []), ("c", ["a"])])
    with pytest.raises(ImportCycle) as caught:
        graph.load_order()
    assert caught.value.modules == ["a", "c", "a"]


def test_each_once_in_layers():
    layers = [("top", ["m1", "m2"]), ("m1", ["l1", "l2"]), ("m2", ["l2", "l1"]), ("l1", ["base"]), ("l2", ["base"])]
    order = make([*layers, ("base", [])]).load_order()
    assert sorted(order) == ["base", "l1", "l2", "m1", "m2", "top"]
    for name, imports in layers:
        assert all(order.index(module) < order.index(name) for module in imports)


def test_added_in_two_calls():
    graph = make([("app", ["a"]), ("a", []), ("b", ["a"]), ("app", ["b", "a"])])
    assert graph.imports_of("app") == ["a", "b"]
    assert graph.load_order() == ["a", "b", "app"]


def test_cycle_found_from_outside():
    graph = make([("p", ["q"]), ("q", ["r"]), ("r", ["q"])])
    with pytest.raises(ImportCycle, match="^q -> r -> q$"):
        graph.load_order()
