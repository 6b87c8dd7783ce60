"""Amounts as banks print them."""

from decimal import Decimal, InvalidOperation


def parse_amount(text):
    """A Decimal from `1,234.50`, `-12.00`, `12.00-`, `(12.00)`, `12.00 CR` (money in) or `12.00 DR` (money out)."""
    cleaned = text.strip().replace(",", "").replace("$", "")
    sign = 1
    upper = cleaned.upper()
    if upper.endswith("DR"):
        sign, cleaned = -1, cleaned[:-2]
    elif upper.endswith("CR"):
        cleaned = cleaned[:-2]
    elif cleaned.endswith("-"):
        sign, cleaned = -1, cleaned[:-1]
    try:
        return sign * Decimal(cleaned.strip())
    except InvalidOperation:
        raise ValueError(f"not an amount: {text!r}") from None
