import pytest

from layers import Config, merge


@pytest.fixture
def defaults():
    return {"window": {"width": 800, "height": 600}, "theme": "light"}


def test_merge_flat():
    assert merge({"a": 1, "b": 2}, {"b": 3}) == {"a": 1, "b": 3}


def test_merge_nested(defaults):
    assert merge(defaults, {"window": {"width": 5}})["window"] == {"width": 5, "height": 600}


def test_merge_keeps_inputs(defaults):
    extra = {"window": {"width": 5}}
    merge(defaults, extra)
    assert defaults["window"]["width"] == 800
    assert extra == {"window": {"width": 5}}


def test_layers_in_order(defaults):
    c = Config({"theme": "dark"}, {"theme": "blue"}, defaults=defaults)
    assert c.get("theme") == "blue"


def test_get_missing(defaults):
    c = Config(defaults=defaults)
    assert c.get("window.depth", 1) == 1
    assert c.get("theme.color") is None


def test_set_leaves_defaults_alone(defaults):
    c = Config(defaults=defaults)
    c.set("window.width", 100)
    assert c.get("window.width") == 100
    assert defaults["window"]["width"] == 800


def test_set_new_section(defaults):
    c = Config(defaults=defaults)
    c.set("net.proxy", "none")
    assert c.get("net.proxy") == "none"
    assert "net" not in defaults


def test_set_through_value(defaults):
    with pytest.raises(ValueError):
        Config(defaults=defaults).set("theme.color", 1)


def test_changed(defaults):
    c = Config({"theme": "dark"}, defaults=defaults)
    c.set("window.height", 1)
    assert c.changed() == ["theme", "window.height"]


def test_two_configs_are_independent(defaults):
    a, b = Config(defaults=defaults), Config(defaults=defaults)
    a.set("window.width", 1)
    assert b.get("window.width") == 800
