import pytest
from shell_words import QuoteError, join, quote, split


def test_plain():
    assert split("a  b\tc") == ["a", "b", "c"]


def test_quotes():
    assert split("'a b' \"c d\"e") == ["a b", "c de"]


def test_empty_argument():
    assert split("a '' b") == ["a", "", "b"]


def test_variable():
    assert split("cd $home/x", {"home": "/h"}) == ["cd", "/h/x"]


def test_variable_in_double_quotes():
    assert split('say "hi $who!"', {"who": "Ann Lee"}) == ["say", "hi Ann Lee!"]


def test_single_quotes_keep_dollar():
    assert split("'$who'", {"who": "x"}) == ["$who"]


def test_comment():
    assert split("a b#c # rest") == ["a", "b#c"]


def test_escapes():
    assert split('a\\ b "\\$x \\" \\n"') == ["a b", '$x " \\n']


def test_errors():
    for bad in ("'a", '"b', "c\\"):
        with pytest.raises(QuoteError):
            split(bad)


def test_join():
    words = ["a", "", "it's", "x y", "-v"]
    assert split(join(words)) == words
    assert quote("a-b") == "a-b"
