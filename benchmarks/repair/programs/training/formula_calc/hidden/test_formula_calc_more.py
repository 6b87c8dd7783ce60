import pytest

from formula import evaluate


@pytest.mark.parametrize("text,expected", [
    ("1 - 2 - 3 - 4", -8),
    ("1 - 2 * 3 - 4", -9),
    ("1 + 2 - 3 + 4", 4),
    ("9 - (3 - 2)", 8),
    ("9 - (3 - 2) - 1", 7),
    ("2 * 3 - 4 / 2 - 1", 3),
    ("1 + 2 + 3", 6),
    ("12 / 3 * 2", 8),
])
def test_values(text, expected):
    assert evaluate(text) == expected


def test_names_minus():
    assert evaluate("a-b-c", a=10, b=5, c=2) == 3
