import pytest

from flatten_keys import flatten, lookup, unflatten


def test_flat_input_is_unchanged():
    assert flatten({"a": 1, "b": 2}) == {"a": 1, "b": 2}


def test_nested_keys_are_joined():
    assert flatten({"a": {"b": {"c": 1}}, "d": 2}) == {"a.b.c": 1, "d": 2}


def test_prefix():
    assert flatten({"x": 1, "y": {"z": 2}}, prefix="cfg") == {"cfg.x": 1, "cfg.y.z": 2}


def test_empty_sub_dict_is_kept():
    assert flatten({"a": {"b": {}}}) == {"a.b": {}}


def test_unflatten():
    assert unflatten({"a/b": 1, "a/c": 2}, sep="/") == {"a": {"b": 1, "c": 2}}


def test_unflatten_conflict():
    with pytest.raises(ValueError):
        unflatten({"a": 1, "a.b": 2})


def test_lookup():
    data = {"a": {"b": 3}}
    assert lookup(data, "a.b") == 3
    assert lookup(data, "a.c", default=0) == 0


def test_custom_separator():
    assert flatten({"db": {"host": "h", "port": 1}}, sep="__") == {"db__host": "h", "db__port": 1}
