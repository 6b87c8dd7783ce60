import pytest

from keypad import Keypad


@pytest.fixture
def door():
    return Keypad("1234")


def test_digits_only():
    with pytest.raises(ValueError):
        Keypad("12a4")


def test_opens(door):
    assert door.type("1234#") == "open"


def test_stays_closed(door):
    assert door.type("12#") == "closed"
    assert door.wrong == 1


def test_begins_anew(door):
    assert door.type("99C1234#") == "open"


def test_second_attempt(door):
    door.type("1243#")
    assert door.type("1234#") == "open"
    assert door.wrong == 0


def test_blocked(door):
    assert door.type("1#2#3#", now=10) == "blocked"
    assert door.type("1234#", now=60) == "blocked"


def test_closes(door):
    door.type("1234#")
    door.close()
    assert door.state == "closed"


def test_opens_twice(door):
    door.type("1234#")
    door.close()
    assert door.type("1234#") == "open"


def test_other_keys(door):
    assert door.type("1*234#") == "open"
