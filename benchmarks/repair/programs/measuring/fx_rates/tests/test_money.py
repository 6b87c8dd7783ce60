from decimal import Decimal

import pytest

from money import Money, NoRate, Rates

TEXT = """
2024-03-01 EUR/USD 1.25
2024-03-01 EUR/JPY 160
2024-03-04 EUR/USD 1.20
2024-03-01 GBP/USD 1.5
"""


@pytest.fixture
def rates():
    return Rates.parse(TEXT)


def test_rounding():
    assert str(Money.of("1234.565", "EUR")) == "1,234.56 EUR"
    assert str(Money.of("99.5", "JPY")) == "100 JPY"


def test_addition():
    assert Money.of(1, "EUR") + Money.of(2, "EUR") == Money.of(3, "EUR")
    with pytest.raises(ValueError):
        Money.of(1, "EUR") + Money.of(2, "USD")


def test_same_currency(rates):
    assert rates.rate("USD", "USD", "2020-01-01") == 1


def test_direct(rates):
    assert rates.convert(Money.of(10, "EUR"), "USD", "2024-03-01") == Money.of("12.5", "USD")


def test_weekend_uses_friday(rates):
    assert rates.rate("EUR", "USD", "2024-03-03") == Decimal("1.25")
    assert rates.rate("EUR", "USD", "2024-03-05") == Decimal("1.20")


def test_back_again(rates):
    assert rates.convert(Money.of(100, "USD"), "EUR", "2024-03-01") == Money.of(80, "EUR")


def test_over_the_pivot(rates):
    assert rates.convert(Money.of(5, "USD"), "JPY", "2024-03-01") == Money.of(640, "JPY")


def test_too_early(rates):
    with pytest.raises(NoRate, match="EUR/USD on 2024-02-01"):
        rates.rate("EUR", "USD", "2024-02-01")


def test_unknown(rates):
    with pytest.raises(NoRate):
        rates.rate("CHF", "JPY", "2024-03-01")


def test_rate_above_zero(rates):
    with pytest.raises(ValueError):
        rates.add("A", "B", 0, "2024-01-01")


def test_total(rates):
    amounts = [Money.of(10, "GBP"), Money.of(1, "USD")]
    assert rates.total(amounts, "USD", "2024-03-01") == Money.of(16, "USD")
