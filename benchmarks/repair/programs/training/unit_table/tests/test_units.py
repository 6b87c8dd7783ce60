import pytest

from units import seconds, words


def test_seconds():
    assert seconds("15s") == 15


def test_minutes():
    assert seconds("2m5s") == 125


def test_days():
    assert seconds("1d") == 86400


def test_hours():
    assert seconds("1h") == 3600


def test_hours_and_minutes():
    assert seconds("2h30m") == 9000


def test_words():
    assert words("1h30m") == "1 hour, 30 minutes"


def test_unknown():
    with pytest.raises(ValueError):
        seconds("3x")
