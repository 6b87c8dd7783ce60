import pytest
from cash_ledger import Ledger, format_amount, parse_amount


@pytest.mark.parametrize("cents", [0, 5, -5, 99, -99, -100, -101, -123456, 1000001])
def test_round_trip(cents):
    assert parse_amount(format_amount(cents)) == cents


def test_format_values():
    assert [format_amount(c) for c in (-1, -50, -199, -100000)] == ["-0.01", "-0.50", "-1.99", "-1,000.00"]


def test_parse_values():
    assert [parse_amount(t) for t in ("-0.50", "-.5", "-1,000.01", "-0")] == [-50, -50, -100001, 0]


def test_statement():
    led = Ledger()
    led.post("a", "-1.25", "x")
    led.post("a", "0.75", "y")
    assert [line.split() for line in led.statement("a")] == [["-1.25", "x", "-1.25"], ["0.75", "y", "-0.50"]]
