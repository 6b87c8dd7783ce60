import pytest

from quantity import UNITS, Quantity


@pytest.mark.parametrize("symbol", sorted(UNITS))
@pytest.mark.parametrize("value", [-12.5, 0, 3, 451])
def test_there_and_back(symbol, value):
    unit = UNITS[symbol]
    assert unit.from_base(unit.to_base(value)) == pytest.approx(value)


def test_absolute_zero():
    assert Quantity.parse("0 K").to("°F").value == pytest.approx(-459.67)
