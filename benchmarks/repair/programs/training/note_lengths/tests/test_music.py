import pytest

from music import bars, beats, parse


def test_parse():
    assert parse("C4h") == ("C", 4, 2.0)


def test_quarter():
    assert parse("D5q") == ("D", 5, 1.0)


def test_beats():
    assert beats("C4w D4h E4e") == 6.5


def test_beats_of_quarters():
    assert beats("C4q D4q E4h") == 4.0


def test_pitch():
    with pytest.raises(ValueError):
        parse("X4h")


def test_bars():
    assert bars("C4w D4h") == 2
