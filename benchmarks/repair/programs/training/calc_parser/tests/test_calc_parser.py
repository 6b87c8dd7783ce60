import pytest

from calc_parser import Calculator


@pytest.mark.parametrize(
    "text, value",
    [
        ("1 + 2 * 3", 7),
        ("10 - 4 - 3", 3),
        ("(1 + 2) * -3", -9),
        ("2 ^ 5", 32),
        ("-2 ^ 2", -4),
        ("2 ^ -1", 0.5),
        ("2 ^ 3 ^ 2", 512),
        ("12 / 4 / 2", 1.5),
    ],
)
def test_value(text, value):
    assert Calculator(text).result() == pytest.approx(value)


@pytest.mark.parametrize("text", ["1 +", "(2", "2 3"])
def test_not_well_formed(text):
    with pytest.raises(SyntaxError):
        Calculator(text).result()
