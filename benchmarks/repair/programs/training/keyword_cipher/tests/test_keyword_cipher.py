import pytest

from keyword_cipher import decipher, encipher


def test_known_text():
    assert encipher("attackatdawn", "lemon") == "lxfopvefrnhr"


def test_decipher():
    assert decipher("lxfopvefrnhr", "LEMON") == "attackatdawn"


def test_capitals():
    assert encipher("AbC", "b") == "BcD"


def test_spaces():
    assert encipher("ab ab", "ab") == "ac ac"


def test_sentence():
    assert encipher("Attack at dawn!", "lemon") == "Lxfopv ef rnhr!"


def test_decipher_sentence():
    assert decipher("Lxfopv ef rnhr!", "lemon") == "Attack at dawn!"


def test_there_and_back():
    assert decipher(encipher("one, two; 3", "key"), "key") == "one, two; 3"


def test_no_keyword():
    with pytest.raises(ValueError):
        encipher("text", "")
