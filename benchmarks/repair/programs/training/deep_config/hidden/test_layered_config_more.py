from layered_config import Config, deep_merge


def test_deeply_nested_list_independent():
    base = {"a": {"b": {"c": [1]}}}
    out = deep_merge(base, {"z": 1})
    out["a"]["b"]["c"].append(2)
    assert base == {"a": {"b": {"c": [1]}}}


def test_untouched_sibling_dict_independent():
    base = {"a": {"x": {"k": 1}, "y": 2}}
    out = deep_merge(base, {"a": {"y": 3}})
    out["a"]["x"]["k"] = 99
    assert base["a"]["x"]["k"] == 1


def test_extra_is_independent():
    extra = {"a": [1], "b": {"c": [2]}}
    out = deep_merge({}, extra)
    out["a"].append(5)
    out["b"]["c"].append(5)
    assert extra == {"a": [1], "b": {"c": [2]}}


def test_as_dict_is_independent():
    defaults = {"plugins": ["x"], "db": {"opts": {"t": 1}}}
    c = Config(defaults).add_layer("f", {"debug": True})
    d = c.as_dict()
    d["plugins"].append("y")
    d["db"]["opts"]["t"] = 2
    assert c.get("plugins") == ["x"] and c.get("db.opts.t") == 1
    assert defaults == {"plugins": ["x"], "db": {"opts": {"t": 1}}}


def test_merge_with_empty_extra_is_copy():
    base = {"a": {"x": [1]}}
    out = deep_merge(base, {})
    assert out == base
    assert out["a"] is not base["a"] and out["a"]["x"] is not base["a"]["x"]


def test_dict_over_scalar():
    assert deep_merge({"a": 1}, {"a": {"b": 2}}) == {"a": {"b": 2}}


def test_scalar_over_dict():
    assert deep_merge({"a": {"b": 2}}, {"a": 1}) == {"a": 1}


def test_replacing_layer_keeps_position():
    c = Config({"a": 0}).add_layer("f", {"a": 1}).add_layer("g", {"a": 2}).add_layer("f", {"a": 3})
    assert c.get("a") == 2
