import pytest

from repeating_decimal import expand, to_decimal


@pytest.mark.parametrize(
    "numerator, denominator, text",
    [
        (6, 3, "2"),
        (1, 8, "0.125"),
        (-7, 2, "-3.5"),
        (0, 5, "0"),
        (1, 3, "0.(3)"),
        (1, 6, "0.1(6)"),
        (22, -7, "-3.(142857)"),
    ],
)
def test_to_decimal(numerator, denominator, text):
    assert to_decimal(numerator, denominator) == text


def test_expand():
    assert expand(3, 4) == ("75", None)


def test_divided_by_zero():
    with pytest.raises(ZeroDivisionError):
        to_decimal(1, 0)
