import pytest

from settings import Settings, SettingsError, parse


def test_empty():
    assert parse("") == {"main": {}}


def test_main_section_compact():
    assert parse("name=box") == {"main": {"name": "box"}}


def test_values_in_section():
    assert parse("[Net]\nHost = example.org\nport = 80\n")["net"] == {
        "host": "example.org",
        "port": "80",
    }


def test_inline_comment():
    assert parse("color = red  # the best\n")["main"]["color"] == "red"


def test_value_with_equal_sign():
    assert parse("query=a=b")["main"]["query"] == "a=b"


def test_error_has_line_number():
    with pytest.raises(SettingsError) as info:
        parse("a=1\n\nnonsense\n")
    assert info.value.lineno == 3


def test_unterminated_header():
    with pytest.raises(SettingsError):
        parse("[net\n")


def test_int():
    assert Settings("[net]\nport = 80").get_int("net", "port") == 80


def test_bool():
    s = Settings("[ui]\ndark = Yes\nsound=off\n")
    assert s.get_bool("ui", "dark") is True
    assert s.get_bool("ui", "sound") is False
    assert s.get_bool("ui", "other", True) is True
