import pytest

from palindrome_span import is_palindrome, longest_palindrome


@pytest.mark.parametrize(
    "text, palindrome",
    [
        ("", ""),
        ("x", "x"),
        ("racecar", "racecar"),
        ("xlevelz", "level"),
        ("noon", "noon"),
        ("abccbd", "bccb"),
        ("abc", "a"),
    ],
)
def test_longest(text, palindrome):
    assert longest_palindrome(text) == palindrome


def test_phrase():
    assert is_palindrome("A man, a plan, a canal: Panama")


def test_not_a_palindrome():
    assert not is_palindrome("almost")


def test_even_phrase():
    assert is_palindrome("Step on no pets")
