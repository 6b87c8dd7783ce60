import pytest

from arg_words import arg_words


def test_empty_at_the_end():
    assert arg_words('name ""') == ["name", ""]


def test_only_empty():
    assert arg_words("''") == [""]


def test_two_empty_ones():
    assert arg_words("'' \"\"") == ["", ""]


def test_word_of_quoted_parts():
    assert arg_words("'a b''c d' e") == ["a bc d", "e"]


def test_empty_part_of_a_word():
    assert arg_words("a''b c") == ["ab", "c"]


def test_open_empty_quote():
    with pytest.raises(ValueError):
        arg_words('x "')
