import pytest

from calc_parser import Calculator


def value_of(text):
    return Calculator(text).result()


def test_double_sign_in_exponent():
    assert value_of("3 ^ --2") == 9


def test_power_tower():
    assert value_of("2 ^ 2 ^ 0 ^ 5") == 2


def test_negative_tower():
    assert value_of("4 ^ -2 ^ 1") == pytest.approx(1 / 16)


def test_exponent_before_product():
    assert value_of("2 ^ 3 * 2") == 16


def test_parenthesised():
    assert value_of("(2 ^ 3) ^ 2") == 64


def test_still_an_error():
    with pytest.raises(SyntaxError):
        value_of("2 ^")
