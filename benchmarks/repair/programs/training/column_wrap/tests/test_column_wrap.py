import pytest
from column_wrap import align, layout_row, table, wrap


def test_wrap_simple():
    assert wrap("the quick brown fox", 9) == ["the quick", "brown fox"]


def test_wrap_exact():
    assert wrap("ab cd", 5) == ["ab cd"]


def test_wrap_paragraphs():
    assert wrap("a b\n\nc", 10) == ["a b", "", "c"]


def test_wrap_empty():
    assert wrap("", 4) == [""]


def test_wrap_long_word():
    assert wrap("abcdefghij", 4) == ["abcd", "efgh", "ij"]


def test_wrap_bad_width():
    with pytest.raises(ValueError):
        wrap("a", 0)


def test_align():
    assert [align("x", 3, a) for a in "<>^"] == ["x  ", "  x", " x "]
    with pytest.raises(ValueError):
        align("x", 3, "=")


def test_row():
    assert layout_row(["one two", "7"], [4, 3], "<>") == ["one  |   7", "two  |"]


def test_row_mismatch():
    with pytest.raises(ValueError):
        layout_row(["a"], [1, 2], "<<")


def test_table():
    assert table([["n", "v"], ["a", "1"]], [2, 2]) == "n  | v\n---+---\na  | 1"
