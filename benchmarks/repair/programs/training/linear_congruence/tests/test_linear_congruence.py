import pytest

from linear_congruence import extended_gcd, inverse, solve


@pytest.mark.parametrize("a, b, g", [(240, 46, 2), (7, 5, 1), (9, 0, 9)])
def test_extended_gcd(a, b, g):
    divisor, x, y = extended_gcd(a, b)
    assert divisor == g == a * x + b * y


def test_one_solution():
    assert solve(3, 4, 7) == [6]


def test_several_solutions():
    assert solve(6, 4, 10) == [4, 9]


def test_no_solution():
    assert solve(6, 5, 10) == []


def test_inverse():
    assert inverse(3, 11) == 4


def test_no_inverse():
    assert inverse(4, 6) is None


def test_negative():
    assert solve(-3, 1, 7) == [2]
