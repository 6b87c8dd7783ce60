from overlay_dicts import DROP, overlay, overlay_all

DEFAULTS = {"name": "app", "log": {"level": "info", "file": None}, "ports": [80]}


def test_nothing_changes():
    assert overlay({"a": 1}, {}) == {"a": 1}


def test_new_and_replaced():
    assert overlay({"a": 1, "b": 2}, {"b": 3, "c": 4}) == {"a": 1, "b": 3, "c": 4}


def test_nested():
    base = {"log": {"level": "info", "file": None}}
    assert overlay(base, {"log": {"level": "debug"}}) == {"log": {"level": "debug", "file": None}}


def test_lists_are_replaced():
    assert overlay({"ports": [80]}, {"ports": [81, 82]}) == {"ports": [81, 82]}


def test_drop():
    assert overlay({"a": 1, "b": 2}, {"a": DROP, "c": DROP}) == {"b": 2}


def test_layers():
    assert overlay_all({"a": 1}, {"b": 2}, {"a": 3}) == {"a": 3, "b": 2}


def test_two_users_of_the_defaults():
    first = overlay(DEFAULTS, {"log": {"level": "debug"}})
    second = overlay(DEFAULTS, {"name": "tool"})
    assert first["log"]["level"] == "debug"
    assert second == {"name": "tool", "log": {"level": "info", "file": None}, "ports": [80]}


def test_value_and_dict():
    assert overlay({"a": 1}, {"a": {"b": 2}}) == {"a": {"b": 2}}
    assert overlay({"a": {"b": 2}}, {"a": 1}) == {"a": 1}
