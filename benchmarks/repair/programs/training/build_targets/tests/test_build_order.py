import pytest
from build_order import CycleError, Graph, plan, stages


def chain():
    return Graph().add("app", "lib").add("lib", "src")


def test_order_chain():
    assert chain().order() == ["src", "lib", "app"]


def test_order_goal():
    g = chain().add("doc", "txt")
    assert g.order(["lib"]) == ["src", "lib"]


def test_contains_and_needs():
    g = chain()
    assert "src" in g and "x" not in g
    assert g.needs("app") == ("lib",)


def test_cycle():
    g = Graph().add("a", "b").add("b", "c").add("c", "b")
    with pytest.raises(CycleError) as info:
        g.order()
    assert info.value.path == ["b", "c", "b"]


def test_cycle_after_side_branch():
    g = Graph().add("a", "x", "b").add("b", "y", "a")
    with pytest.raises(CycleError) as info:
        g.order()
    assert info.value.path == ["a", "b", "a"]


def test_unknown_goal():
    with pytest.raises(KeyError):
        chain().order(["zzz"])


def test_plan_fresh():
    assert plan(chain(), {"src": 1, "lib": 2, "app": 3}) == []


def test_plan_propagates():
    assert plan(chain(), {"src": 5, "lib": 2, "app": 9}) == ["lib", "app"]


def test_plan_missing_leaf():
    with pytest.raises(FileNotFoundError):
        plan(chain(), {})


def test_stages():
    g = Graph().add("app", "a", "b").add("a", "s").add("b", "a")
    assert stages(g) == [["s"], ["a"], ["b"], ["app"]]
