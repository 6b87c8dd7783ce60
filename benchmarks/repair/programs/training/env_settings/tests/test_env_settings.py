import pytest

from env_settings import convert, load

DEFAULTS = {"port": 80, "debug": False, "hosts": ["a"], "rate": 0.5, "name": "app"}


def test_nothing_set():
    assert load(DEFAULTS, {"PORT": "81", "APP_COLOUR": "red"}) == DEFAULTS


def test_numbers():
    settings = load(DEFAULTS, {"APP_PORT": "8080", "APP_RATE": "2"})
    assert settings["port"] == 8080
    assert settings["rate"] == 2.0


def test_list_and_text():
    settings = load(DEFAULTS, {"APP_HOSTS": "x, y,,z ", "APP_NAME": "80"})
    assert settings["hosts"] == ["x", "y", "z"]
    assert settings["name"] == "80"


def test_not_a_number():
    with pytest.raises(ValueError):
        convert("many", 5)


def test_switched_on():
    assert load(DEFAULTS, {"APP_DEBUG": "true"})["debug"] is True


def test_switched_off():
    assert convert("Off", True) is False


def test_neither():
    with pytest.raises(ValueError):
        convert("maybe", True)


def test_other_prefix():
    assert load({"port": 1}, {"X_PORT": "2", "APP_PORT": "3"}, prefix="X_") == {"port": 2}
