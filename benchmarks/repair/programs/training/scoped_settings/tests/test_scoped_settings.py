import pytest

from scoped_settings import Settings, SettingsError


@pytest.fixture
def settings():
    return Settings(
        ["default", "site", "user"], {"ui.font": 10, "ui.dark": False, "net.port": 80}
    )


@pytest.fixture
def calls(settings):
    found = []
    settings.watch(lambda *args: found.append(args))
    return found


def test_layers(settings):
    settings.set("site", "ui.font", 12)
    assert settings.get("ui.font") == 12
    assert settings.origin("ui.font") == "site"
    assert settings.get("none", 5) == 5
    assert settings.overridden("default") == ["ui.font"]


def test_section(settings):
    settings.set("user", "ui.dark", True)
    assert settings.section("ui") == {"font": 10, "dark": True}


def test_watch(settings, calls):
    settings.set("user", "ui.font", 14)
    settings.set("user", "ui.font", 14)
    settings.unset("user", "ui.font")
    assert calls == [("ui.font", 10, 14), ("ui.font", 14, 10)]


def test_watch_prefix(settings):
    found = []
    settings.watch(lambda key, old, new: found.append(key), "net.")
    settings.set("user", "ui.font", 1)
    settings.set("user", "net.port", 1)
    assert found == ["net.port"]


def test_hidden_change_is_silent(settings, calls):
    settings.set("user", "ui.font", 14)
    settings.set("site", "ui.font", 12)
    assert calls == [("ui.font", 10, 14)]
    settings.unset("user", "ui.font")
    assert calls[1:] == [("ui.font", 14, 12)]


def test_load(settings, calls):
    settings.load("site", {"ui.font": 9, "new": 1})
    settings.load("site", {"new": 2})
    assert calls == [
        ("new", None, 1), ("ui.font", 10, 9), ("ui.font", 9, 10), ("new", 1, 2),
    ]


def test_load_below(settings, calls):
    settings.set("user", "net.port", 8080)
    settings.load("site", {"net.port": 443, "net.host": "h"})
    assert calls == [("net.port", 80, 8080), ("net.host", None, "h")]


def test_errors(settings):
    settings.freeze("default")
    for layer in ("default", "nowhere"):
        with pytest.raises(SettingsError):
            settings.set(layer, "a", 1)
    with pytest.raises(SettingsError):
        settings.unset("user", "ui.font")
