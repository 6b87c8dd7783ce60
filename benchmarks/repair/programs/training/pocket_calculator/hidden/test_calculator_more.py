import pytest

from calculator import evaluate


@pytest.mark.parametrize(
    "text, value",
    [("1+2+3+4", 10), ("1-2+3-4+5", 3), ("2*(1+1+1)", 6), ("10-4/2-1", 7), ("1-(2-3-4)-5", 1), ("1.5+1.5+1", 4)],
)
def test_many_terms(text, value):
    assert evaluate(text) == value
