from fractions import Fraction

import pytest

from continued_fraction import approximate, convergents, terms


@pytest.mark.parametrize("numerator", [-11, -5, 8])
def test_later_terms_are_positive(numerator):
    parts = terms(numerator, 4)
    assert all(part > 0 for part in parts[1:])
    assert list(convergents(parts))[-1] == Fraction(numerator, 4)


def test_negative_terms():
    assert terms(-43, 19) == [-3, 1, 2, 1, 4]


def test_large():
    assert terms(10**30 + 1, 10**15) == [10**15, 10**15]


def test_whole_negative():
    assert terms(-8, 4) == [-2]


def test_approximate_exactly():
    assert approximate(Fraction(355, 113), 113) == Fraction(355, 113)
