import pytest
from formula_engine import evaluate, parse


@pytest.mark.parametrize("text,value", [
    ("-6 / 3", -2),
    ("2 ^ -1 * 4", 2),
    ("2 * -3 * 4", -24),
    ("12 / -3 / 2", -2),
    ("1 - -2 - 3", 0),
])
def test_values(text, value):
    assert evaluate(text) == value


def test_neg_power_in_product():
    assert evaluate("2 ^ -1 / 2") == 0.25


def test_tree_division():
    assert parse("-a / b") == ("/", ("neg", ("var", "a")), ("var", "b"))


def test_double_negation():
    assert parse("--a * b") == ("*", ("neg", ("neg", ("var", "a"))), ("var", "b"))


def test_if():
    assert evaluate("if(0, 1, 2)") == 2


def test_neg_then_power():
    assert parse("-a ^ b") == ("neg", ("^", ("var", "a"), ("var", "b")))


def test_exponent_negative_tree():
    assert parse("a ^ -b * c") == ("*", ("^", ("var", "a"), ("neg", ("var", "b"))), ("var", "c"))
