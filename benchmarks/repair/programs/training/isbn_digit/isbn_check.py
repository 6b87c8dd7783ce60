"""Validation and conversion of ISBN book numbers."""


def clean(text):
    """Drop hyphens and blanks and upper-case the rest."""
    return text.replace("-", "").replace(" ", "").upper()


def check_digit_13(body):
    """Check digit for the first twelve digits of an ISBN-13."""
    total = sum(int(ch) * (3 if i % 2 else 1) for i, ch in enumerate(body))
    return 10 - total % 10


def check_char_10(body):
    """Check character ('0'-'9' or 'X') for nine digits of an ISBN-10."""
    total = sum(int(ch) * (10 - i) for i, ch in enumerate(body))
    return "0123456789X"[-total % 11]


def is_isbn_13(text):
    """True for a valid ISBN-13."""
    code = clean(text)
    if len(code) != 13 or not (code.isascii() and code.isdigit()):
        return False
    if not code.startswith(("978", "979")):
        return False
    return int(code[12]) == check_digit_13(code[:12])


def is_isbn_10(text):
    """True for a valid ISBN-10."""
    code = clean(text)
    body = code[:9]
    if len(code) != 10 or not (body.isascii() and body.isdigit()):
        return False
    return code[9] == check_char_10(body)


def to_isbn_13(text):
    """Convert a valid ISBN-10 to ISBN-13 digits."""
    if not is_isbn_10(text):
        raise ValueError(f"not an ISBN-10: {text!r}")
    body = "978" + clean(text)[:9]
    return body + str(check_digit_13(body))
