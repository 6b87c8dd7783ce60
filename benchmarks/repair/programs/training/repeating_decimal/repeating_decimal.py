"""Fractions as decimals, with the period in parentheses."""


def expand(rest, divisor):
    """The digits of rest/divisor behind the point, and where the period begins (None where there is none)."""
    digits = ""
    places = {}
    while rest:
        if rest in places:
            return digits, places[rest]
        digit, following = divmod(rest * 10, divisor)
        digits += str(digit)
        places[rest] = len(digits)
        rest = following
    return digits, None


def to_decimal(numerator, denominator):
    sign = "-" if numerator * denominator < 0 else ""
    whole, rest = divmod(abs(numerator), abs(denominator))
    digits, begin = expand(rest, abs(denominator))
    if not digits:
        return f"{sign}{whole}"
    if begin is None:
        return f"{sign}{whole}.{digits}"
    return f"{sign}{whole}.{digits[:begin]}({digits[begin:]})"
