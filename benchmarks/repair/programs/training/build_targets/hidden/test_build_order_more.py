import pytest
from build_order import CycleError, Graph, plan, stages


def path_of(g, goals=None):
    with pytest.raises(CycleError) as info:
        g.order(goals)
    return info.value.path


def test_self_cycle():
    assert path_of(Graph().add("a", "a")) == ["a", "a"]


def test_cycle_ignores_finished_goals():
    g = Graph().add("p", "q").add("a", "p", "b").add("b", "q", "c").add("c", "p", "a")
    assert path_of(g, ["p", "a"]) == ["a", "b", "c", "a"]


def test_message():
    g = Graph().add("m", "k", "n").add("n", "k", "m")
    with pytest.raises(CycleError, match="^m -> n -> m$"):
        g.order()


def test_prefix_not_in_path():
    g = Graph().add("top", "left", "right").add("right", "leaf", "right2").add("right2", "leaf", "right")
    assert path_of(g) == ["right", "right2", "right"]


def test_diamond():
    g = Graph().add("d", "b", "c").add("b", "a").add("c", "a")
    assert g.order() == ["a", "b", "c", "d"]
    assert stages(g) == [["a"], ["b", "c"], ["d"]]


def test_plan_diamond():
    g = Graph().add("d", "b", "c").add("b", "a").add("c", "a2")
    assert plan(g, {"a": 1, "a2": 9, "b": 2, "c": 3, "d": 10}) == ["c", "d"]


def test_plan_goal_limits():
    g = Graph().add("x", "a").add("y", "a")
    assert plan(g, {"a": 1}, ["y"]) == ["y"]


def test_duplicate_need():
    assert Graph().add("a", "b", "b").needs("a") == ("b",)
