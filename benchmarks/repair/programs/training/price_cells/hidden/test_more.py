import pytest

from price_cells import cents, dollars, total


@pytest.mark.parametrize(("cell", "expected"), [("1.15", 115), ("(4.35)", -435), ("$8.20", 820), ("1,001.13", 100113)])
def test_cents(cell, expected):
    assert cents(cell) == expected


def test_all_cents():
    assert [cents(dollars(amount)) for amount in range(-250, 1200)] == list(range(-250, 1200))


def test_total():
    assert total(["2.01", "(2.01)", "0.07"]) == "$0.07"
