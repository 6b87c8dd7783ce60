import pytest

from appconf import merge
from appconf.merge import assign, lookup


def test_merge_in_depth():
    assert merge({"a": {"b": 1, "c": 2}}, {"a": {"c": 3}}) == {"a": {"b": 1, "c": 3}}


def test_lists_are_replaced():
    assert merge({"a": [1, 2]}, {"a": [3]}) == {"a": [3]}


def test_merge_leaves_its_arguments_alone():
    base = {"a": {"b": 1}}
    merge(base, {"a": {"b": 2}})
    assert base == {"a": {"b": 1}}


def test_lookup():
    assert lookup({"a": {"b": 1}}, "a.b") == 1
    with pytest.raises(KeyError, match="a.x"):
        lookup({"a": {"b": 1}}, "a.x")


def test_assign():
    config = {}
    assign(config, "a.b.c", 1)
    assert config == {"a": {"b": {"c": 1}}}
