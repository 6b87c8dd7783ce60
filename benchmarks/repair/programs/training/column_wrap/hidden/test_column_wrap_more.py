import pytest
from column_wrap import layout_row, wrap


@pytest.mark.parametrize("width", [1, 2, 3, 5, 8])
def test_never_too_wide(width):
    text = "a extraordinary bb word internationalization c\nlongestwordever x"
    lines = wrap(text, width)
    assert max(map(len, lines)) <= width
    assert "".join(lines).replace(" ", "") == text.replace(" ", "").replace("\n", "")


def test_rest_of_long_word_is_joined():
    assert wrap("abcdef gh", 5) == ["abcde", "f gh"]


def test_long_word_after_short():
    assert wrap("xy abcdef z", 4) == ["xy", "abcd", "ef z"]


def test_exact_multiple():
    assert wrap("abcdefgh ij", 4) == ["abcd", "efgh", "ij"]
    assert wrap("abcd", 4) == ["abcd"]


def test_layout_long():
    assert layout_row(["abcdef", "z"], [3, 1], "<<") == ["abc | z", "def |"]


def test_spaces_collapse():
    assert wrap("  a   b ", 9) == ["a b"]
