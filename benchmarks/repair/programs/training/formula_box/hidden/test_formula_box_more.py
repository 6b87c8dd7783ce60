import pytest

from formula_box import Formula, FormulaError, calc


def test_three_levels():
    assert calc("2 ^ 2 ^ 1 ^ 5") == 4


def test_negative_in_tower():
    assert calc("4 ^ -2 ^ 0") == 0.25
    assert calc("2 ^ 2 ^ -1") == pytest.approx(2 ** 0.5)


def test_exponent_with_plus_sign():
    assert calc("3 ^ +2") == 9


def test_exponent_in_parentheses():
    assert calc("2 ^ (1 + 2)") == 8
    assert calc("(2 ^ 3) ^ 2") == 64


def test_exponent_binds_tighter_than_sum_and_product():
    assert calc("2 ^ 3 + 1") == 9
    assert calc("2 ^ 2 * 3") == 12
    assert calc("3 * 2 ^ 2") == 12
    assert calc("2 ^ -1 * 4") == 2


def test_sign_of_base():
    assert calc("-3 ^ 2") == -9
    assert calc("(-3) ^ 2") == 9


def test_tower_of_names():
    assert calc("a ^ b ^ c", a=2, b=3, c=2) == 512


def test_power_in_arguments():
    assert calc("max(2 ^ 3 ^ 1, 7)") == 8
    assert calc("10 ^ min(2, 3)") == 100


def test_missing_exponent():
    with pytest.raises(FormulaError):
        calc("2 ^")


def test_modulo():
    assert calc("17 % 5 * 2") == 4


def test_reuse():
    formula = Formula("x ^ -y")
    assert formula.evaluate(x=2, y=1) == 0.5
    assert formula.evaluate(x=5, y=0) == 1
