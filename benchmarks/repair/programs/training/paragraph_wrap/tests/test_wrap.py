import pytest

from wrap import quote, split_paragraphs, wrap_text, wrap_words


def test_wrap_words_basic():
    assert wrap_words("the quick brown fox".split(), 10) == ["the quick", "brown fox"]


def test_wrap_words_exact_fit():
    assert wrap_words(["abc", "def"], 7) == ["abc def"]


def test_wrap_words_long_word():
    assert wrap_words(["a", "extraordinary", "b"], 5) == ["a", "extraordinary", "b"]


def test_wrap_words_empty():
    assert wrap_words([], 10) == []


def test_bad_width():
    with pytest.raises(ValueError):
        wrap_words(["a"], 0)


def test_single_paragraph():
    assert split_paragraphs("one\ntwo") == ["one two"]


def test_two_paragraphs():
    assert split_paragraphs("one\ntwo\n\n\nthree\n") == ["one two", "three"]


def test_trailing_blank_lines():
    assert split_paragraphs("one\n\n\n") == ["one"]


def test_wrap_text_indent():
    assert wrap_text("aa bb cc\n\ndd", 7, "  ") == "  aa bb\n  cc\n\n  dd"


def test_quote():
    assert quote("hello there\n\nbye", 8) == "> hello\n> there\n>\n> bye"
