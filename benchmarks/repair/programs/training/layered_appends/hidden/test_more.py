import pytest

from layered_config import ConfigError, LayeredConfig, merge


def test_inputs_of_merge_stay_as_they_were():
    base = {"paths": ["/usr"], "n": {"xs": [1]}}
    override = {"paths+": ["/opt"], "n": {"xs+": [2]}}
    assert merge(base, override) == {"paths": ["/usr", "/opt"], "n": {"xs": [1, 2]}}
    assert base == {"paths": ["/usr"], "n": {"xs": [1]}}
    assert override == {"paths+": ["/opt"], "n": {"xs+": [2]}}


def test_shared_defaults_between_two_configs():
    defaults = {"tags": ["a"]}
    one = LayeredConfig(defaults).add_layer("x", {"tags+": ["b"]})
    two = LayeredConfig(defaults).add_layer("x", {"tags+": ["c"]})
    assert one.resolve() == {"tags": ["a", "b"]}
    assert two.resolve() == {"tags": ["a", "c"]}


def test_append_keeps_duplicates():
    assert merge({"x": [1, 2]}, {"x+": [2, 2]}) == {"x": [1, 2, 2, 2]}


def test_append_without_earlier_value():
    assert merge({}, {"x+": [1]}) == {"x": [1]}


def test_three_layers_appending():
    config = LayeredConfig({"x": [1]}).add_layer("b", {"x+": [2]}).add_layer("c", {"x+": [3]})
    for _ in range(3):
        assert config.resolve() == {"x": [1, 2, 3]}


def test_replacing_list_after_append():
    config = LayeredConfig({"x": [1]}).add_layer("b", {"x+": [2]}).add_layer("c", {"x": [9]})
    assert config.get("x") == [9]


def test_duplicate_and_unknown_layers():
    config = LayeredConfig({}).add_layer("a", {})
    with pytest.raises(ConfigError):
        config.add_layer("a", {})
    with pytest.raises(ConfigError):
        config.remove_layer("b")
