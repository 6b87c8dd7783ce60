import pytest

from derivative_rules import slope

POWERS = [
    (("^", ("+", ("*", 2, "x"), 1), 3), 1, 54),
    (("^", 5, 2), 3, 0),
    (("^", ("+", ("^", "x", 2), 1), 2), 2, 40),
    (("*", 2, ("^", ("*", -1, "x"), 3)), 1, -6),
    (("^", ("+", "x", -3), 4), 5, 32),
]


@pytest.mark.parametrize(("expression", "x", "expected"), POWERS)
def test_powers(expression, x, expected):
    assert slope(expression, x) == expected


def test_polynomial():
    assert slope(("+", ("^", "x", 2), ("*", 4, "x")), 3) == 10
