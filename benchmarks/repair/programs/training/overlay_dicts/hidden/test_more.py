from overlay_dicts import DROP, overlay, overlay_all


def test_base_stays():
    base = {"a": 1}
    assert overlay(base, {"b": 2}) == {"a": 1, "b": 2}
    assert base == {"a": 1}


def test_deep_base_stays():
    base = {"a": {"b": {"c": 1}}}
    assert overlay(base, {"a": {"b": {"d": 2}}}) == {"a": {"b": {"c": 1, "d": 2}}}
    assert base == {"a": {"b": {"c": 1}}}


def test_drop_from_a_copy():
    base = {"a": 1, "b": {"c": 2}}
    assert overlay(base, {"b": {"c": DROP}}) == {"a": 1, "b": {}}
    assert base["b"] == {"c": 2}


def test_layers_stay():
    low, high = {"db": {"host": "x"}}, {"db": {"port": 1}}
    assert overlay_all(low, high) == {"db": {"host": "x", "port": 1}}
    assert low == {"db": {"host": "x"}} and high == {"db": {"port": 1}}


def test_drop_whole_dict():
    assert overlay({"a": {"b": 1}, "c": 2}, {"a": DROP}) == {"c": 2}
