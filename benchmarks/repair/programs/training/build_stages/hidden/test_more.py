import pytest

from build_stages import CycleError, build_order, build_stages


def test_target_needing_itself():
    with pytest.raises(CycleError):
        build_stages({"a": ["a"]})


def test_circle_behind_valid_targets():
    with pytest.raises(CycleError):
        build_stages({"ok": [], "x": ["ok", "z"], "y": ["x"], "z": ["y"]})


def test_flat_order_also_refuses_circles():
    with pytest.raises(CycleError):
        build_order({"a": ["b"], "b": ["c"], "c": ["a"], "d": []})


def test_target_downstream_of_circle():
    with pytest.raises(ValueError):
        build_order({"a": ["b"], "b": ["a"], "top": ["a"]})


def test_duplicate_needs_are_no_circle():
    assert build_stages({"a": ["b", "b"]}) == [["b"], ["a"]]


def test_wide_graph():
    deps = {f"t{i}": ["base"] for i in range(4)}
    deps["all"] = list(deps)
    assert build_stages(deps) == [["base"], ["t0", "t1", "t2", "t3"], ["all"]]
