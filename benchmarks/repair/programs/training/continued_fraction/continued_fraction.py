"""Continued fractions of rational numbers."""

from fractions import Fraction


def terms(numerator, denominator):
    """The terms of the continued fraction; all but the first one are positive."""
    found = []
    while denominator:
        whole = int(numerator / denominator)
        found.append(whole)
        numerator, denominator = denominator, numerator - whole * denominator
    return found


def convergents(parts):
    """The approximations that the terms give, one after another."""
    top_before, top = 0, 1
    bottom_before, bottom = 1, 0
    for part in parts:
        top_before, top = top, part * top + top_before
        bottom_before, bottom = bottom, part * bottom + bottom_before
        yield Fraction(top, bottom)


def approximate(number, limit):
    """The last convergent whose denominator is no larger than the limit."""
    best = None
    for candidate in convergents(terms(number.numerator, number.denominator)):
        if candidate.denominator <= limit:
            best = candidate
    return best
