import pytest

from settings import Settings, UnknownSetting, flatten


@pytest.fixture
def settings():
    return Settings({"debug": False, "mail": {"host": "mx", "port": 25}})


def test_get(settings):
    assert settings.get("mail.port") == 25
    assert settings.get("mail") == {"host": "mx", "port": 25}
    assert settings.get("mail.user", "nobody") == "nobody"


def test_unknown(settings):
    with pytest.raises(UnknownSetting, match="unknown setting 'x.y'"):
        settings.get("x.y")


def test_set_below_a_value(settings):
    with pytest.raises(ValueError):
        settings.set("debug.level", 3)


def test_unset_removes_empty_sections(settings):
    settings.set("a.b.c", 1)
    settings.unset("a.b.c")
    assert settings.get("a", None) is None


def test_override(settings):
    with settings.override(debug=True, mail__port=2525):
        assert settings.get("debug") is True
        assert settings.get("mail.port") == 2525
    assert settings.get("debug") is False
    assert settings.get("mail.port") == 25


def test_override_ends_on_error(settings):
    with pytest.raises(RuntimeError):
        with settings.override(debug=True):
            raise RuntimeError
    assert settings.get("debug") is False


def test_new_key_is_gone_afterwards(settings):
    with settings.override(mail__user="ann"):
        assert settings.get("mail.user") == "ann"
    with pytest.raises(UnknownSetting):
        settings.get("mail.user")
    assert settings.get("mail") == {"host": "mx", "port": 25}


def test_nested_new_key(settings):
    seen = []
    settings.watch(lambda name, value: seen.append((name, value)))
    with settings.override(log__level="info"):
        with settings.override(log__level="debug"):
            pass
        assert settings.get("log.level") == "info"
    assert settings.get("log", "none") == "none"
    assert seen[-1] == ("log.level", None)


def test_watch(settings):
    seen = []
    settings.watch(lambda name, value: seen.append(name))
    settings.set("debug", True)
    settings.set("debug", True)
    assert seen == ["debug"]


def test_flatten():
    assert dict(flatten({"a": {"b": {"c": 1}}, "d": 2})) == {"a.b.c": 1, "d": 2}
