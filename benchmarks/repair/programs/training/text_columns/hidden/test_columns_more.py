import pytest

from columns import break_word, wrap


@pytest.mark.parametrize("width", [2, 3, 4, 7])
@pytest.mark.parametrize("word", ["a", "ab", "abc", "abcdefg", "abcdefghijklmnop"])
def test_nothing_is_lost(word, width):
    pieces = break_word(word, width)
    assert "".join(piece[:-1] for piece in pieces[:-1]) + pieces[-1] == word
    assert all(len(piece) <= width for piece in pieces)


def test_wrap():
    assert wrap("abcdef gh", 4) == ["abc-", "def", "gh"]
