import pytest

from derivative_rules import derive, slope, value


def test_constant():
    assert derive(7) == 0


def test_sum():
    assert derive(("+", "x", 4)) == ("+", 1, 0)


def test_product():
    assert slope(("*", "x", ("+", "x", 3)), 2) == 7


def test_power():
    assert slope(("^", "x", 3), 2) == 12


def test_power_of_a_product():
    assert slope(("^", ("*", 3, "x"), 2), 1) == 18


def test_power_of_a_sum():
    assert slope(("^", ("+", "x", 1), 2), 4) == 10


def test_power_of_a_power():
    assert slope(("^", ("^", "x", 2), 2), 1) == 4


def test_value():
    assert value(("+", ("^", "x", 2), ("*", 2, "x")), 5) == 35


def test_unknown():
    with pytest.raises(ValueError):
        derive(("/", "x", 2))
