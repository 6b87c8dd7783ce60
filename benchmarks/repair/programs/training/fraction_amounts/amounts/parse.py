"""Amounts as recipes write them: 2, 1.5, 3/4, 1 1/2, 1½, and ranges such as 2-3."""

from __future__ import annotations

from fractions import Fraction

VULGAR = {"½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅛": "1/8"}
UNITS = {"cup", "g", "kg", "l", "ml", "tbsp", "tsp"}


class AmountError(ValueError):
    """A text that is no amount."""


def parse_amount(text: str) -> Fraction:
    """Read an amount; of a range, its middle."""
    if "-" in text.strip():
        low, _, high = text.partition("-")
        return (_single(low) + _single(high)) / 2
    return _single(text)


def _single(text: str) -> Fraction:
    for sign, plain in VULGAR.items():
        text = text.replace(sign, f" {plain}")
    parts = text.split()
    if not 1 <= len(parts) <= 2 or (len(parts) == 2 and "/" not in parts[1]):
        raise AmountError(f"not an amount: {text!r}")
    try:
        total = sum((Fraction(part) for part in parts), Fraction(0))
    except ValueError:
        raise AmountError(f"not an amount: {text!r}") from None
    if total < 0:
        raise AmountError(f"less than nothing: {text!r}")
    return total


def read_ingredient(line: str) -> tuple[Fraction | None, str, str]:
    """Amount, unit and name of an ingredient; None and "" for what isn't given.

    The longest beginning of the line that is an amount is the amount.
    """
    words = line.split()
    for count in range(min(2, len(words)), 0, -1):
        try:
            amount = parse_amount(" ".join(words[:count]))
        except AmountError:
            continue
        rest = words[count:]
        if rest and rest[0].lower().rstrip("s.") in UNITS:
            return amount, rest[0].lower().rstrip("s."), " ".join(rest[1:])
        return amount, "", " ".join(rest)
    return None, "", " ".join(words)
