import pytest

from env_settings import convert, load


@pytest.mark.parametrize("text, value", [("1", True), ("0", False), ("YES", True), ("no", False), ("", False)])
def test_words(text, value):
    assert convert(text, False) is value


def test_number_that_is_no_switch():
    with pytest.raises(ValueError):
        convert("2", False)


def test_zero_stays_a_number():
    value = load({"level": 0}, {"APP_LEVEL": "1"})["level"]
    assert value == 1 and value is not True


def test_number_is_no_word():
    with pytest.raises(ValueError):
        convert("on", 0)
