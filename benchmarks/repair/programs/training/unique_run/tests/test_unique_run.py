import pytest

from unique_run import is_unique, longest_unique


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("aaaa", "a"),
        ("abcabcd", "abcd"),
        ("abcb", "abc"),
        ("abba", "ab"),
        ("tmmzuxt", "mzuxt"),
        ("xyzzyx", "xyz"),
    ],
)
def test_longest(text, expected):
    assert longest_unique(text) == expected


def test_unique():
    assert is_unique("words")
    assert not is_unique("letters")
