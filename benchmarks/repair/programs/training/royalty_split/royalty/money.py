"""Amounts in whole cents."""

import re

AMOUNT = re.compile(r"(?P<sign>-?)(?P<whole>\d{1,3}(?:,\d{3})+|\d+)(?:\.(?P<cents>\d{2}))?")


def parse_cents(text: str) -> int:
    """The cents of an amount such as 1,234.50. Raises ValueError."""
    match = AMOUNT.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"not an amount: {text!r}")
    cents = int(match["whole"].replace(",", "")) * 100 + int(match["cents"] or 0)
    return -cents if match["sign"] else cents


def format_cents(cents: int) -> str:
    """An amount as text, such as 1,234.50."""
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100:,}.{abs(cents) % 100:02}"
