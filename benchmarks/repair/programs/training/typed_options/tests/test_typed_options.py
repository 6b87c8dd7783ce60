import pytest

from typed_options import OptionError, apply, convert

DEFAULTS = {"port": 80, "debug": False, "rate": 0.5, "hosts": [], "name": "web"}


def test_nothing_given():
    assert apply(DEFAULTS, {}) == DEFAULTS


def test_number():
    assert apply(DEFAULTS, {"port": "8080"})["port"] == 8080


def test_rate():
    assert apply(DEFAULTS, {"rate": "2"})["rate"] == 2.0


def test_list():
    assert convert("a, b,,c ", []) == ["a", "b", "c"]


def test_text():
    assert convert("12", "web") == "12"


def test_switch():
    assert apply(DEFAULTS, {"debug": "yes"})["debug"] is True


def test_switch_off():
    assert convert("off", True) is False


def test_unknown():
    with pytest.raises(OptionError, match="colour"):
        apply(DEFAULTS, {"colour": "red"})


def test_bad_number():
    with pytest.raises(OptionError, match="port"):
        apply(DEFAULTS, {"port": "many"})
