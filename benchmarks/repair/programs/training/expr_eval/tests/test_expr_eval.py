import pytest

from expr_eval import ExprError, evaluate


def test_precedence():
    assert evaluate("1 + 2 * 3 - 4") == 3
    assert evaluate("(1 + 2) * 3") == 9


def test_power():
    assert evaluate("2 ^ 3 ^ 2") == 512
    assert evaluate("-2 ^ 2") == -4
    assert evaluate("4 ^ -1") == 0.25


def test_variables():
    assert evaluate("x * y", x=3, y=1.5) == 4.5
    with pytest.raises(ExprError):
        evaluate("z")


def test_functions():
    assert evaluate("max(1, 7, 3) + abs(-2)") == 9
    assert evaluate("sum(1, 2, min(3, 4))") == 6


def test_no_arguments():
    assert evaluate("dozen()") == 12
    assert evaluate("2 * dozen( ) + 1") == 25


def test_empty_argument_list_inside_call():
    assert evaluate("max(count(), sum())") == 0


def test_wrong_arguments():
    with pytest.raises(ExprError):
        evaluate("dozen(1)")


@pytest.mark.parametrize("text", ["", "(1", "1 2", "max(1,)", "3 $ 4"])
def test_syntax_errors(text):
    with pytest.raises(ExprError):
        evaluate(text)


def test_division_by_zero():
    with pytest.raises(ExprError):
        evaluate("1 / (x - x)", x=2)
