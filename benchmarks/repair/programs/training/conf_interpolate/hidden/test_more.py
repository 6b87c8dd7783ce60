import pytest

from conf_interpolate import Config, ConfigError


def test_two_options():
    config = Config({"s": {"a": "${b}", "b": "${a}"}})
    with pytest.raises(ConfigError, match="^circular reference: s.b -> s.a -> s.b$"):
        config.get("s", "b")


def test_circle_behind_the_start():
    config = Config({"s": {"start": "<${a}>", "a": "${b}", "b": "${s.a}"}})
    with pytest.raises(ConfigError, match="^circular reference: s.start -> s.a -> s.b -> s.a$"):
        config.get("s", "start")


def test_a_default_does_not_help():
    config = Config({"s": {"a": "${a:none}"}})
    with pytest.raises(ConfigError, match="circular"):
        config.get("s", "a")


def test_shared_target_is_no_circle():
    config = Config({"s": {"top": "${l}${r}", "l": "l${base}", "r": "r${base}", "base": "0"}})
    assert config.get("s", "top") == "l0r0"


def test_same_option_name_in_other_sections():
    config = Config({"a": {"x": "${b.x}!"}, "b": {"x": "${c.x}?"}, "c": {"x": "end"}})
    assert config.get("a", "x") == "end?!"


def test_long_chain():
    options = {f"o{number}": f"${{o{number + 1}}}" for number in range(50)}
    assert Config({"s": {**options, "o50": "x"}}).get("s", "o0") == "x"


def test_number_in_a_circle():
    config = Config({"s": {"n": "1${m}", "m": "2${n}"}})
    with pytest.raises(ConfigError, match="circular reference"):
        config.get_int("s", "n")


def test_mended_circle():
    config = Config({"s": {"a": "${b}", "b": "${a}"}})
    with pytest.raises(ConfigError):
        config.get("s", "a")
    config.set("s", "b", "ok")
    assert config.get("s", "a") == "ok"


def test_environment_of_the_same_name():
    assert Config({"s": {"PATH": "${env.PATH}:/x"}}, {"PATH": "/bin"}).get("s", "PATH") == "/bin:/x"
