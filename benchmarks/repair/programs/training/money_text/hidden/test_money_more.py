import pytest

from money import Money, balance, format_cents, parse, parse_cents


@pytest.mark.parametrize(("text", "cents"), [("-0.01", -1), ("-0,5", -50), ("-0.99", -99), ("-000.10", -10)])
def test_small_debts(text, cents):
    assert parse_cents(text) == cents


@pytest.mark.parametrize(("text", "cents"), [("0.01", 1), ("+0.5", 50), ("0", 0), ("-0", 0), ("-0.00", 0)])
def test_no_debts(text, cents):
    assert parse_cents(text) == cents


def test_larger_debts():
    assert parse_cents("-1.01") == -101
    assert parse_cents("-1 000.5") == -100050


def test_round_trip():
    for cents in (-100, -99, -1, 0, 1, 99, 100, -101, 123456):
        assert parse_cents(format_cents(cents)) == cents


def test_with_currency():
    assert parse("£ -0.20") == Money("GBP", -20)
    assert parse("-0.20$") == Money("USD", -20)


def test_balance_is_zero():
    assert not balance(["0.40", "-0.40"])[0]
