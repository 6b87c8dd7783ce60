"""Writing amounts for the kitchen."""

from __future__ import annotations

from fractions import Fraction

SIGNS = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
    Fraction(1, 8): "⅛",
}


def show(amount: Fraction) -> str:
    """An amount with a sign for its fraction where there is one, otherwise as in ``1 2/5``."""
    whole, rest = divmod(amount, 1)
    if not rest:
        return str(whole)
    if rest in SIGNS:
        return f"{whole or ''}{SIGNS[rest]}"
    return f"{whole} {rest}" if whole else str(rest)


def scale(line_amount: Fraction, servings: int, wanted: int) -> Fraction:
    """An amount for another number of servings, rounded to eighths."""
    if servings <= 0 or wanted <= 0:
        raise ValueError("servings must be positive")
    return Fraction(round(line_amount * wanted / servings * 8), 8)
