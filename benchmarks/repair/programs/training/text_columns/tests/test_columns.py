import pytest

from columns import break_word, definition_list, side_by_side, wrap


def test_wrap():
    assert wrap("the quick brown fox", 10) == ["the quick", "brown fox"]


def test_exact_fit():
    assert wrap("aaaa bbbbb", 10) == ["aaaa bbbbb"]


def test_paragraphs():
    assert wrap("a\n\nb", 5) == ["a", "", "b"]


def test_narrow():
    with pytest.raises(ValueError):
        wrap("a", 1)


def test_word_that_fits():
    assert break_word("word", 4) == ["word"]


def test_long_word():
    assert break_word("abcdefgh", 4) == ["abc-", "def-", "gh"]


def test_long_word_in_a_text():
    assert wrap("so incredible", 6) == ["so", "incre-", "dible"]


def test_side_by_side():
    assert side_by_side(["a b c", "x"], 3) == ["a b  x", "c"]


def test_side_by_side_nothing():
    assert side_by_side([], 3) == []


def test_definitions():
    assert definition_list([("cat", "an animal"), ("hippopotamus", "a big one")], 20, 6) == [
        "cat   an animal", "hippopotamus", "      a big one",
    ]
