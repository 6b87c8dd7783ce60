import pytest
from cash_ledger import Ledger, format_amount, parse_amount


def test_parse():
    assert parse_amount("1,234.5") == 123450
    assert parse_amount("+7") == 700
    assert parse_amount(".05") == 5


def test_parse_whole_negative():
    assert parse_amount("-3") == -300


def test_parse_negative_cents():
    assert parse_amount("-2.75") == -275


def test_parse_errors():
    for bad in ("", "x", "1.234", "--", "1.2.3"):
        with pytest.raises(ValueError):
            parse_amount(bad)


def test_format():
    assert format_amount(123450) == "1,234.50"
    assert format_amount(123450, thousands=False) == "1234.50"
    assert format_amount(7) == "0.07"


def test_format_negative():
    assert format_amount(-500) == "-5.00"
    assert format_amount(-275) == "-2.75"


def test_transfer():
    led = Ledger()
    led.transfer("a", "b", "10")
    assert led.balances == {"a": -1000, "b": 1000}
    with pytest.raises(ValueError):
        led.transfer("a", "b", "0")


def test_share():
    led = Ledger()
    led.share("ann", ["ann", "bob", "cy"], "10.00")
    assert led.balances == {"ann": 666, "bob": -333, "cy": -333}
    assert sum(led.balances.values()) == 0


def test_debts():
    led = Ledger()
    led.transfer("a", "c", "5.50")
    led.transfer("b", "c", "9")
    assert led.debts() == [("b", "9.00"), ("a", "5.50")]
