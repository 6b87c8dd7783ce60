import pytest
from layered_config import Config, deep_merge, parse_env, parse_pairs


def test_merge_flat():
    assert deep_merge({"a": 1, "b": 2}, {"b": 3}) == {"a": 1, "b": 3}


def test_merge_nested():
    assert deep_merge({"a": {"x": 1}}, {"a": {"y": 2}}) == {"a": {"x": 1, "y": 2}}


def test_merge_removes():
    assert deep_merge({"a": 1, "b": {"c": 2}}, {"a": None, "b": {"c": None}}) == {"b": {}}


def test_merge_keeps_arguments():
    base = {"a": {"x": 1}}
    deep_merge(base, {"a": {"x": 9}})
    assert base == {"a": {"x": 1}}


def test_merge_result_is_independent():
    base = {"tags": ["a"], "n": 1}
    out = deep_merge(base, {"n": 2})
    out["tags"].append("b")
    assert base["tags"] == ["a"]


def test_pairs():
    assert parse_pairs(["a.b=1", "", "# x", "c = true", "a.d=hi"]) == {
        "a": {"b": 1, "d": "hi"}, "c": True}


def test_env():
    assert parse_env({"APP_DB__HOST": "x", "OTHER": "y"}, "APP_") == {"db": {"host": "x"}}


def test_layers():
    c = Config({"db": {"host": "a", "port": 1}}).add_layer("file", {"db": {"host": "b"}})
    assert c.get("db.host") == "b"
    assert c.get("db.port") == 1
    assert c.get("db.none", 5) == 5
    assert c.origin("db.host") == "file"
    c.drop_layer("file")
    assert c.get("db.host") == "a"


def test_drop_defaults():
    with pytest.raises(ValueError):
        Config().drop_layer("defaults")
