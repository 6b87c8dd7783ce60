from profiles import DEFAULTS, flat, load, lookup, merge


def test_replaced():
    assert merge({"a": 1}, {"a": 2, "b": 3}) == {"a": 2, "b": 3}


def test_tables():
    assert merge({"t": {"a": 1, "b": 1}}, {"t": {"b": 2}}) == {"t": {"a": 1, "b": 2}}


def test_base_stays():
    base = {"t": {"a": 1}}
    merge(base, {"t": {"a": 2}, "u": 1})
    assert base == {"t": {"a": 1}}


def test_lists():
    assert merge({"l": [1, 2]}, {"l": [2, 3]}) == {"l": [1, 2, 3]}


def test_none():
    assert merge({"a": 1, "b": 2}, {"a": None}) == {"b": 2}


def test_load_twice():
    load([{"theme": "dark"}, {"editor": {"tabs": 2}}])
    assert load([])["theme"] == "light"
    assert DEFAULTS["editor"] == {"tabs": 4, "wrap": True}


def test_lookup():
    assert lookup({"a": {"b": 1}}, "a.b") == 1
    assert lookup({"a": 1}, "a.b", "x") == "x"


def test_flat():
    assert flat({"b": 1, "a": {"c": 2}}) == {"a.c": 2, "b": 1}
