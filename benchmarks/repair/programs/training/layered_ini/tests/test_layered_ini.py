import pytest

from layered_ini import LayeredSettings, SettingsError

BASE = """
; defaults
name = shop
[Paths]
root = /srv/${main.name}
logs = ${root}/logs
[web]
port = 80
debug = off
url = http://${host}:${port}/
"""


@pytest.fixture
def settings():
    s = LayeredSettings()
    s.add_layer("base", BASE)
    s.add_layer("local", "[web]\nPort = 8080\nhost = localhost\n")
    return s


def test_later_layer_wins(settings):
    assert settings.get("web", "port") == "8080"
    assert settings.origin("web", "port") == "local"
    assert settings.origin("web", "debug") == "base"
    assert settings.origin("web", "nothing") is None


def test_references(settings):
    assert settings.get("web", "url") == "http://localhost:8080/"
    assert settings.get("paths", "logs") == "/srv/shop/logs"


def test_default(settings):
    assert settings.get("web", "user", "me") == "me"
    with pytest.raises(SettingsError):
        settings.get("web", "user")


def test_bool(settings):
    assert settings.get_bool("web", "debug") is False
    assert settings.get_bool("web", "cache", True) is True
    with pytest.raises(SettingsError):
        settings.get_bool("web", "host")


def test_unknown_reference():
    s = LayeredSettings()
    s.add_layer("x", "a = ${b}")
    with pytest.raises(SettingsError):
        s.get("main", "a")


def test_direct_cycle():
    s = LayeredSettings()
    s.add_layer("x", "a = ${b}\nb = 1${a}")
    with pytest.raises(SettingsError):
        s.get("main", "a")


def test_reference_into_a_cycle():
    s = LayeredSettings()
    s.add_layer("x", "start = ${a}\na = ${b}\nb = ${a}")
    with pytest.raises(SettingsError):
        s.get("main", "start")


def test_reference_to_one_that_names_itself():
    s = LayeredSettings()
    s.add_layer("x", "[env]\npath = ${path}:/bin\n[run]\ncmd = ls ${env.path}")
    with pytest.raises(SettingsError):
        s.get("run", "cmd")


def test_section(settings):
    assert settings.section("paths") == {"logs": "/srv/shop/logs", "root": "/srv/shop"}


def test_no_equals_sign():
    with pytest.raises(SettingsError):
        LayeredSettings().add_layer("x", "just words")
