from fractions import Fraction

import pytest

from continued_fraction import approximate, convergents, terms


@pytest.mark.parametrize(
    ("numerator", "denominator", "expected"),
    [(43, 19, [2, 3, 1, 4]), (19, 43, [0, 2, 3, 1, 4]), (6, 3, [2]), (0, 5, [0])],
)
def test_terms(numerator, denominator, expected):
    assert terms(numerator, denominator) == expected


def test_negative():
    assert terms(-7, 3) == [-3, 1, 2]


def test_negative_proper_fraction():
    assert terms(-1, 4) == [-1, 1, 3]


def test_convergents():
    assert list(convergents([3, 7, 15])) == [3, Fraction(22, 7), Fraction(333, 106)]


def test_approximate():
    assert approximate(Fraction(31415926, 10**7), 100) == Fraction(22, 7)


def test_approximate_negative():
    assert approximate(Fraction(-7, 3), 1) == -2
