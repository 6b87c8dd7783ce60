import pytest

from expr_eval import ExprError, evaluate


@pytest.mark.parametrize("text, value", [
    ("sum(count(), dozen())", 12),
    ("-dozen()", -12),
    ("dozen() ^ 2", 144),
    ("(dozen())", 12),
    ("count(1, 2, count())", 3),
])
def test_empty_lists(text, value):
    assert evaluate(text) == value


@pytest.mark.parametrize("text", ["()", "dozen(", "sum(,)", "sum(1,)", "sum())"])
def test_still_errors(text):
    with pytest.raises(ExprError):
        evaluate(text)


def test_too_few_arguments():
    with pytest.raises(ExprError):
        evaluate("abs()")
    with pytest.raises(ExprError):
        evaluate("max()")


def test_unknown_function():
    with pytest.raises(ExprError):
        evaluate("nothing()")


def test_name_without_call():
    assert evaluate("dozen + 1", dozen=1) == 2


def test_one_argument():
    assert evaluate("sum(4)") == 4


def test_nested_parentheses():
    assert evaluate("sum((1), ((2 + 3)))") == 6
