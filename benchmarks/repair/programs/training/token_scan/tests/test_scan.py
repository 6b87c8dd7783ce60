import pytest

from scan import depth, split


def test_words():
    assert split("copy a b") == ["copy", "a", "b"]


def test_quotes():
    assert split('copy "a b" c') == ["copy", "a b", "c"]


def test_blanks():
    assert split("  a   b ") == ["a", "b"]


def test_open_quote():
    with pytest.raises(ValueError):
        split('copy "a')


def test_depth():
    assert depth("((a))") == 2


def test_flat():
    assert depth("a b") == 0


def test_one_after_the_other():
    assert depth("(a)(b)(c)") == 1
