import copy

import logconf
from logconf import load, merge


def test_base_unchanged():
    base = {"handlers": ["a"]}
    merge(base, {"handlers": ["b"]})
    assert base == {"handlers": ["a"]}


def test_layer_unchanged():
    layer = {"handlers": ["b"]}
    merge({"handlers": ["a"]}, layer)
    assert layer == {"handlers": ["b"]}


def test_nested_list_unchanged():
    base = {"outer": {"inner": {"tags": ["x"]}}}
    before = copy.deepcopy(base)
    assert merge(base, {"outer": {"inner": {"tags": ["y"]}}})["outer"]["inner"]["tags"] == ["x", "y"]
    assert base == before


def test_defaults_unchanged():
    before = copy.deepcopy(logconf.DEFAULTS)
    assert load({"handlers": ["file"]})["handlers"] == ["console", "file"]
    assert load()["handlers"] == ["console"]
    assert logconf.DEFAULTS == before


def test_middle_layer_unchanged():
    first = {"extra": ["one"]}
    second = {"extra": ["two"]}
    assert load(first, second)["extra"] == ["one", "two"]
    assert first == {"extra": ["one"]}
    assert load(first)["extra"] == ["one"]


def test_three_layers():
    settings = load({"handlers": ["a"]}, {"handlers": ["b", "a"]}, {"handlers": ["c"]})
    assert settings["handlers"] == ["console", "a", "b", "c"]


def test_same_load_twice():
    layer = {"handlers": ["file"]}
    assert load(layer) == load(layer)
    assert load(layer)["handlers"] == ["console", "file"]


def test_list_over_scalar():
    assert merge({"a": 1}, {"a": [1]}) == {"a": [1]}
    assert merge({"a": [1]}, {"a": 2}) == {"a": 2}


def test_none_removes_list():
    base = {"a": [1]}
    assert merge(base, {"a": None}) == {}
    assert base == {"a": [1]}


def test_empty_lists():
    assert merge({"a": []}, {"a": [1]}) == {"a": [1]}
    assert merge({"a": [1]}, {"a": []}) == {"a": [1]}
