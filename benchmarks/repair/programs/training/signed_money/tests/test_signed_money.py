import pytest

from signed_money import show, total


@pytest.mark.parametrize("cents, text", [(0, "€0.00"), (5, "€0.05"), (12_34, "€12.34"), (1_234_567_89, "€1,234,567.89")])
def test_positive(cents, text):
    assert show(cents) == text


def test_other_currency():
    assert show(99_90, "USD") == "$99.90"


def test_negative_round():
    assert show(-7_00) == "-€7.00"


def test_negative():
    assert show(-7_25) == "-€7.25"


def test_accounting():
    assert show(-1_50, "GBP", accounting=True) == "(£1.50)"
    assert show(1_50, "GBP", accounting=True) == "£1.50"


def test_total():
    assert total([1_00, 2_50, -3_00]) == "3 items: €0.50"
    assert total([4_00]) == "1 item: €4.00"
