from layers import Config, merge


def test_layer_not_modified():
    layer = {"net": {"port": 1}}
    c = Config(layer, defaults={})
    c.set("net.port", 2)
    assert layer == {"net": {"port": 1}}


def test_lists_not_shared():
    d = {"a": {"panels": ["x"]}}
    Config(defaults=d).get("a.panels").append("y")
    assert d == {"a": {"panels": ["x"]}}


def test_deep_levels():
    d = {"a": {"b": {"c": {"d": 1}}}}
    c = Config({"a": {"x": 1}}, defaults=d)
    c.set("a.b.c.d", 2)
    assert d["a"]["b"]["c"]["d"] == 1


def test_merge_result_independent():
    base = {"a": {"k": [1]}, "b": [2]}
    r = merge(base, {"c": 1})
    r["a"]["k"].append(5)
    r["b"].append(6)
    assert base == {"a": {"k": [1]}, "b": [2]}


def test_global_defaults():
    Config().set("window.width", 1)
    assert Config().get("window.width") == 800


def test_changed_nested_only():
    c = Config(defaults={"a": {"b": {"c": 1}}})
    c.set("a.b.c", 2)
    c.set("a.b.d", 3)
    assert c.changed() == ["a.b.c", "a.b.d"]
