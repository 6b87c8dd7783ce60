"""Text enciphered with a keyword (Vigenere)."""

from string import ascii_lowercase as LETTERS


def _shifted(letter, by):
    moved = LETTERS[(LETTERS.index(letter.lower()) + by) % len(LETTERS)]
    return moved.upper() if letter.isupper() else moved


def _apply(text, keyword, direction):
    shifts = [LETTERS.index(letter) for letter in keyword.lower()]
    if not shifts:
        raise ValueError("the keyword is empty")
    result = []
    used = 0
    for sign in text:
        if sign.lower() in LETTERS:
            sign = _shifted(sign, direction * shifts[used % len(shifts)])
        used += 1
        result.append(sign)
    return "".join(result)


def encipher(text, keyword):
    """Shift every letter by the keyword's next letter; other signs stay and don't use up the keyword."""
    return _apply(text, keyword, 1)


def decipher(text, keyword):
    return _apply(text, keyword, -1)
