"""Palindromes inside a text."""


def _grow(text, left, right):
    """The longest palindrome around two positions, empty where they differ."""
    while left >= 0 and right < len(text) and text[left] == text[right]:
        left -= 1
        right += 1
    return text[left + 1 : right]


def longest_palindrome(text):
    """The longest palindrome in the text, of equally long ones the first."""
    best = ""
    for i in range(len(text)):
        best = max(best, _grow(text, i, i), key=len)
    return best


def letters_only(phrase):
    return "".join(char for char in phrase.lower() if char.isalpha())


def is_palindrome(phrase):
    """Whether a phrase reads the same backwards; only its letters count."""
    letters = letters_only(phrase)
    return longest_palindrome(letters) == letters
