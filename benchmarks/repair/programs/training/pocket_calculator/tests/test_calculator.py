import pytest

from calculator import evaluate, tokenise


def test_tokens():
    assert tokenise("12 *(3-1.5)") == ["12", "*", "(", "3", "-", "1.5", ")"]


def test_not_understood():
    with pytest.raises(ValueError, match="x"):
        tokenise("2x")


def test_single_number():
    assert evaluate(" 42 ") == 42


def test_plus():
    assert evaluate("1 + 2") == 3


def test_products_first():
    assert evaluate("2 + 3 * 4") == 14
    assert evaluate("2 * 3 * 4") == 24


def test_brackets():
    assert evaluate("2 * (3 - 1)") == 4


def test_three_terms():
    assert evaluate("10 - 2 - 3") == 5


def test_sign():
    assert evaluate("-2 + 3") == 1


@pytest.mark.parametrize("text", ["", "1 +", "(1", "1 2", "1 / 0"])
def test_wrong(text):
    with pytest.raises(ValueError):
        evaluate(text)
