import pytest

from build_stages import CycleError, build_order, build_stages


def test_no_targets():
    assert build_stages({}) == []


def test_chain():
    assert build_stages({"app": ["lib"], "lib": ["core"]}) == [["core"], ["lib"], ["app"]]


def test_independent_targets_share_a_stage():
    assert build_stages({"b": [], "a": []}) == [["a", "b"]]


def test_diamond():
    deps = {"d": ["b", "c"], "b": ["a"], "c": ["a"]}
    assert build_stages(deps) == [["a"], ["b", "c"], ["d"]]


def test_order_is_flat():
    assert build_order({"z": ["m"], "a": ["z"]}) == ["m", "z", "a"]


def test_input_not_modified():
    deps = {"a": ["b"], "b": []}
    build_stages(deps)
    assert deps == {"a": ["b"], "b": []}


def test_cycle_is_reported():
    with pytest.raises(CycleError):
        build_stages({"a": ["b"], "b": ["a"]})
