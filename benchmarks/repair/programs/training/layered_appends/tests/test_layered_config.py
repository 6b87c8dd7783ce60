import pytest

from layered_config import ConfigError, LayeredConfig, merge


def test_later_layer_wins():
    config = LayeredConfig({"debug": False}).add_layer("local", {"debug": True})
    assert config.get("debug") is True


def test_nested_values_merge():
    merged = merge({"db": {"host": "a", "port": 1}}, {"db": {"host": "b"}})
    assert merged == {"db": {"host": "b", "port": 1}}


def test_none_removes_a_setting():
    assert merge({"a": 1, "b": 2}, {"a": None}) == {"b": 2}


def test_append_to_list():
    assert merge({"plugins": ["core"]}, {"plugins+": ["audit"]}) == {"plugins": ["core", "audit"]}


def test_lookups_are_repeatable():
    config = LayeredConfig({"plugins": ["core"]})
    config.add_layer("site", {"plugins+": ["audit"]})
    assert config.get("plugins") == ["core", "audit"]
    assert config.get("plugins") == ["core", "audit"]


def test_removed_layer_no_longer_counts():
    config = LayeredConfig({"log": {"sinks": ["stdout"]}})
    config.add_layer("site", {"log": {"sinks+": ["syslog"]}})
    assert config.get("log.sinks") == ["stdout", "syslog"]
    config.remove_layer("site")
    assert config.get("log.sinks") == ["stdout"]


def test_missing_setting():
    config = LayeredConfig({"a": {"b": 1}})
    assert config.get("a.c", 5) == 5
    with pytest.raises(ConfigError):
        config.get("a.b.c")


def test_origin():
    config = LayeredConfig({"a": 1, "b": [1]}).add_layer("env", {"b+": [2]})
    assert config.origin("a") == "defaults"
    assert config.origin("b") == "env"
    assert config.origin("zzz") is None


def test_append_needs_lists():
    with pytest.raises(ConfigError):
        merge({"name": "x"}, {"name+": ["y"]})
