import pytest

from keyword_cipher import decipher, encipher


@pytest.mark.parametrize("text", ["a-b-c-d", "a  bcd", "1abcd", "ab.cd"])
def test_other_signs_are_no_matter(text):
    enciphered = encipher(text, "bcx")
    assert "".join(sign for sign in enciphered if sign.isalpha()) == encipher("abcd", "bcx")


def test_decipher_with_digits():
    assert decipher("b1d2", "bc") == "a1b2"


def test_single_letter_keyword():
    assert encipher("xyz xyz", "c") == "zab zab"


def test_nothing():
    assert encipher("", "abc") == ""
