import pytest
from formula_engine import FormulaError, evaluate, parse, variables


@pytest.mark.parametrize("text,value", [
    ("1 + 2 * 3", 7),
    ("(1 + 2) * 3", 9),
    ("10 - 4 - 3", 3),
    ("2 ^ 3 ^ 2", 512),
    ("-2 ^ 2", -4),
    ("2 * -3", -6),
    ("-8 / 2 / 2 + 1", -1),
])
def test_values(text, value):
    assert evaluate(text) == value


def test_tree():
    assert parse("-a * b") == ("*", ("neg", ("var", "a")), ("var", "b"))


def test_functions():
    assert evaluate("max(1, x, 3) + avg(2, 4)", {"x": 9}) == 12


def test_errors():
    for bad in ("1 +", "(1", "1 2", "1 $ 2", "foo(1)", "y", "1/0"):
        with pytest.raises(FormulaError):
            evaluate(bad)


def test_variables():
    assert variables("a + min(b, -c) ^ 2") == {"a", "b", "c"}
