import pytest

from unique_run import is_unique, longest_unique


@pytest.mark.parametrize(
    ("text", "expected"),
    [("abccba", "abc"), ("raccoon", "rac"), ("deed", "de"), ("pwwkewp", "kewp"), ("aab", "ab"), ("abcdef", "abcdef")],
)
def test_longest(text, expected):
    assert longest_unique(text) == expected


def test_result_is_unique():
    for text in ("noonmoon", "assessment", "tattarrattat"):
        assert is_unique(longest_unique(text))


def test_not_unique():
    assert not is_unique("abba")
