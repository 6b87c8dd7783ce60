import pytest

from arg_words import arg_words


def test_plain():
    assert arg_words("cp a.txt  b.txt") == ["cp", "a.txt", "b.txt"]


def test_nothing():
    assert arg_words("   ") == []


def test_quoted_part():
    assert arg_words("--name='Ann Lee' x") == ["--name=Ann Lee", "x"]


def test_quoted_last_word():
    assert arg_words("echo 'a b'") == ["echo", "a b"]


def test_quoted_first_word():
    assert arg_words('"my tool" run') == ["my tool", "run"]


def test_empty_word():
    assert arg_words("set '' 5") == ["set", "", "5"]


def test_other_quote_inside():
    assert arg_words('say "it\'s"') == ["say", "it's"]


def test_open_quote():
    with pytest.raises(ValueError):
        arg_words("echo 'abc")
