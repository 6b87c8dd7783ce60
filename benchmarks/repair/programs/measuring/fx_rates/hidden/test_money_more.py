from decimal import Decimal

import pytest

from money import Money, NoRate, Rates


@pytest.mark.parametrize("rate, inverse", [("2", "0.5"), ("0.25", "4"), ("1", "1"), ("1.6", "0.625")])
def test_inverse(rate, inverse):
    rates = Rates()
    rates.add("A", "B", rate, "2024-01-01")
    assert rates.rate("B", "A", "2024-01-02") == Decimal(inverse)


def test_two_inverses():
    rates = Rates(pivot="P")
    rates.add("P", "A", 2, "2024-01-01")
    rates.add("B", "P", 4, "2024-01-01")
    assert rates.rate("A", "B", "2024-01-01") == Decimal("0.125")


def test_unknown_both_ways():
    with pytest.raises(NoRate):
        Rates().rate("A", "B", "2024-01-01")


def test_no_digits():
    rates = Rates()
    rates.add("EUR", "JPY", 160, "2024-01-01")
    assert rates.convert(Money.of(1000, "JPY"), "EUR", "2024-01-01") == Money.of("6.25", "EUR")
