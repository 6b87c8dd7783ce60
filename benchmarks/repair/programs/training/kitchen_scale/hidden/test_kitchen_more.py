from fractions import Fraction

import pytest

from kitchen import mixed, parse_amount


@pytest.mark.parametrize("steps", [1, 2, 4, 8])
def test_nearest(steps):
    for n in range(1, 200):
        amount = Fraction(n, 37)
        nearest = max(Fraction(int(amount * steps + Fraction(1, 2)), steps), Fraction(1, steps))
        text = mixed(amount, steps)
        assert parse_amount(text) == nearest
        assert not text.startswith("0")


def test_grams():
    assert mixed(Fraction(299, 2), 1) == "150"
