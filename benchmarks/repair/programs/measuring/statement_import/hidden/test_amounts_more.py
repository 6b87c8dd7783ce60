from decimal import Decimal

import pytest

from ledgerimport.amounts import parse_amount


@pytest.mark.parametrize(
    "text, value",
    [("(0.05)", "-0.05"), (" (1,000.00) ", "-1000.00"), ("($12.34)", "-12.34"), ("$(8)", "-8"), ("( 4.00 )", "-4.00"), ("+9", "9")],
)
def test_parentheses(text, value):
    assert parse_amount(text) == Decimal(value)


@pytest.mark.parametrize("text", ["()", "(abc)", "(12", "12)"])
def test_still_rejected(text):
    with pytest.raises(ValueError):
        parse_amount(text)
