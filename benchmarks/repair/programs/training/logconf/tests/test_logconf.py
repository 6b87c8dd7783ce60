import pytest

from logconf import LevelFilter, load, merge, parse_overrides


def test_replace_and_add():
    assert merge({"a": 1, "b": 2}, {"b": 3, "c": 4}) == {"a": 1, "b": 3, "c": 4}


def test_nested():
    base = {"format": {"time": True, "color": False}}
    assert merge(base, {"format": {"color": True}}) == {"format": {"time": True, "color": True}}
    assert base == {"format": {"time": True, "color": False}}


def test_none_removes():
    assert merge({"a": 1, "b": {"c": 2}}, {"a": None, "b": {"c": None}}) == {"b": {}}


def test_lists_are_joined():
    merged = merge({"handlers": ["console", "mail"]}, {"handlers": ["mail", "file"]})
    assert merged == {"handlers": ["console", "mail", "file"]}


def test_layers_are_independent():
    base = {"handlers": ["console"]}
    first = merge(base, {"handlers": ["file"]})
    second = merge(base, {"handlers": ["mail"]})
    assert first == {"handlers": ["console", "file"]}
    assert second == {"handlers": ["console", "mail"]}


def test_load_levels():
    settings = load({"loggers": {"db": "info"}}, None, {"level": "error"})
    assert settings["level"] == "error"
    assert settings["loggers"] == {"http": "error", "db": "info"}


def test_filter():
    f = LevelFilter({"level": "error", "loggers": {"app": "Info", "app.db": "debug"}})
    assert f.allows("app.db.pool", "debug")
    assert not f.allows("app.dbx", "debug")
    assert f.select([("x", "warning", "1"), ("app", "info", "2")]) == [("app", "info", "2")]


def test_overrides():
    assert parse_overrides("level=debug, loggers.app.db = info,") == {
        "level": "debug",
        "loggers": {"app.db": "info"},
    }


def test_bad_level():
    with pytest.raises(ValueError):
        LevelFilter({"level": "loud"})
