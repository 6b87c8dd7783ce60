import pytest

from kmp_matches import borders, find_all


def test_borders():
    assert borders("ababc") == [0, 0, 1, 2, 0]


def test_borders_fall_back():
    assert borders("aabaaab") == [0, 1, 0, 1, 2, 2, 3]


@pytest.mark.parametrize(
    "text, pattern, positions",
    [
        ("hello world", "o", [4, 7]),
        ("abcabc", "abc", [0, 3]),
        ("ababab", "abab", [0, 2]),
        ("aaaa", "aa", [0, 1, 2]),
        ("aabaabaaab", "aaab", [6]),
        ("short", "longer text", []),
    ],
)
def test_find_all(text, pattern, positions):
    assert find_all(text, pattern) == positions


def test_empty_pattern():
    assert find_all("abc", "") == []
