"""Checks of book numbers."""


def _bare(text):
    return text.replace("-", "").replace(" ", "").upper()


def is_isbn10(text):
    """Nine digits and a check digit, which is X for ten."""
    number = _bare(text)
    if len(number) != 10:
        return False
    total = 0
    for place, sign in enumerate(number):
        if sign == "X":
            value = 10
        elif sign.isdecimal():
            value = int(sign)
        else:
            return False
        total += (10 - place) * value
    return total % 11 == 0


def is_isbn13(text):
    """Thirteen digits, counted once and three times in turn."""
    number = _bare(text)
    if len(number) != 13 or not number.isdecimal():
        return False
    return sum(int(sign) * (3 if place % 2 else 1) for place, sign in enumerate(number)) % 10 == 0


def kind(text):
    if is_isbn10(text):
        return "ISBN-10"
    return "ISBN-13" if is_isbn13(text) else None
