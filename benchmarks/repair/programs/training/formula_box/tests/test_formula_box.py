import pytest

from formula_box import Formula, FormulaError, calc, tokenize


def test_tokenize():
    assert [t.text for t in tokenize(" 3.5*(a-b) ")] == ["3.5", "*", "(", "a", "-", "b", ")"]
    with pytest.raises(FormulaError):
        tokenize("3 $ 4")


def test_precedence():
    assert calc("2 + 3 * 4") == 14
    assert calc("(2 + 3) * 4") == 20
    assert calc("10 - 4 - 3") == 3


def test_signs():
    assert calc("-3 + 5") == 2
    assert calc("2 * -3") == -6
    assert calc("--4") == 4


def test_power():
    assert calc("2 ^ 3 * 2") == 16
    assert calc("-2 ^ 2") == -4


def test_power_tower():
    assert calc("2 ^ 3 ^ 2") == 512


def test_negative_exponent():
    assert calc("2 ^ -1") == 0.5


def test_functions():
    assert calc("max(1, 2 + 3, 4)") == 5
    assert calc("round(sqrt(2), 2)") == 1.41


def test_names():
    formula = Formula("price * (1 + rate) + min(price, 5)")
    assert formula.names() == ["price", "rate"]
    assert formula.evaluate(price=10, rate=0.5) == 20


def test_errors():
    for text in ("1 +", "(1", "1 2", "1 / 0", "nope"):
        with pytest.raises(FormulaError):
            calc(text)
