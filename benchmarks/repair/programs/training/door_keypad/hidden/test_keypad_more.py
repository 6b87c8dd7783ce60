from keypad import Keypad


def test_after_being_blocked():
    door = Keypad("77")
    door.type("1#2#3#", now=0)
    assert door.type("77#", now=60) == "open"


def test_nothing_entered_after_a_wrong_code():
    door = Keypad("5")
    door.type("4#")
    assert door.digits == ""
    assert door.type("#") == "closed"
    assert door.wrong == 2


def test_enter_while_open_forgets():
    door = Keypad("12")
    door.type("12#")
    assert door.type("3#") == "open"
    assert door.wrong == 1
