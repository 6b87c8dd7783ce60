from decimal import Decimal

import pytest

from ledgerimport.amounts import parse_amount


@pytest.mark.parametrize(
    "text, value",
    [
        ("12", "12"),
        ("1,234.50", "1234.50"),
        ("-3.10", "-3.10"),
        ("3.10-", "-3.10"),
        ("$5.00", "5.00"),
        ("7.25 DR", "-7.25"),
        ("7.25cr", "7.25"),
        ("(12.00)", "-12.00"),
    ],
)
def test_parse_amount(text, value):
    assert parse_amount(text) == Decimal(value)


@pytest.mark.parametrize("text", ["", "abc", "1.2.3", "DR"])
def test_not_an_amount(text):
    with pytest.raises(ValueError):
        parse_amount(text)
