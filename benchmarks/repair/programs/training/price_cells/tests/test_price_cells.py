import pytest

from price_cells import cents, dollars, total


@pytest.mark.parametrize(
    ("cell", "expected"),
    [("$12.50", 1250), ("$1,234.56", 123456), ("(3.25)", -325), ("", 0), (" - ", 0), ("0.29", 29), ("19.99", 1999)],
)
def test_cents(cell, expected):
    assert cents(cell) == expected


def test_dollars():
    assert dollars(123456) == "$1,234.56"


def test_negative_dollars():
    assert dollars(-305) == "($3.05)"


def test_total():
    assert total(["$1.10", "2.20", "(0.30)"]) == "$3.00"


def test_total_of_small_prices():
    assert total(["0.57", "0.58"]) == "$1.15"
