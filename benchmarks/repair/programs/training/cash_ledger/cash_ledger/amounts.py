"""Conversion between text and integer cents."""


def parse_amount(text):
    """``"1,234.5"`` -> 123450; an optional sign may come first."""
    text = text.strip().replace(",", "")
    sign = -1 if text.startswith("-") else 1
    whole, _, fraction = text.lstrip("+-").partition(".")
    if not (whole + fraction).isdigit() or len(fraction) > 2:
        raise ValueError(f"bad amount {text!r}")
    return sign * int(whole or 0) * 100 + int(fraction.ljust(2, "0"))


def format_amount(cents, thousands=True):
    """``-123450`` -> ``"-1,234.50"``"""
    sign = "-" if cents < 0 else ""
    whole, fraction = abs(cents // 100), cents % 100
    text = f"{whole:,}" if thousands else str(whole)
    return f"{sign}{text}.{fraction:02d}"


def split_evenly(cents, parts):
    """Split into *parts* amounts that differ by at most one cent."""
    share, rest = divmod(cents, parts)
    return [share + 1] * rest + [share] * (parts - rest)
