import pytest

from money import Money, MoneyError, balance, column, format_cents, parse, parse_cents, total


@pytest.mark.parametrize(("cents", "text"), [(0, "0.00"), (123450, "1 234.50"), (-5, "-0.05"), (-100, "-1.00")])
def test_format(cents, text):
    assert format_cents(cents) == text


def test_parse_whole():
    assert parse_cents("12") == 1200
    assert parse_cents(" 1 234 567 ") == 123456700
    assert parse_cents("+7") == 700


def test_parse_cents():
    assert parse_cents("3.5") == 350
    assert parse_cents("1'000,05") == 100005
    assert parse_cents("-12.34") == -1234


@pytest.mark.parametrize("text", ["", "abc", "1.234", "--1"])
def test_no_amount(text):
    with pytest.raises(MoneyError):
        parse_cents(text)


def test_currency():
    assert parse("$3") == Money("USD", 300)
    assert parse("3.50 GBP") == Money("GBP", 350)
    assert parse("9") == Money("EUR", 900)


def test_arithmetic():
    assert parse("3") - parse("4.50") == Money("EUR", -150)
    assert -parse("$1") == Money("USD", -100)
    with pytest.raises(MoneyError):
        parse("$1") + parse("€1")


def test_column():
    assert column([parse("1000"), parse("-2.5"), Money("CHF", 5)]) == ["1 000.00 €", "   -2.50 €", "    0.05 CHF"]


def test_balance():
    lines = ["10.00; cash", "", "-0.75; stamp", "$ 3; tip"]
    assert balance(lines) == [Money("EUR", 925), Money("USD", 300)]


def test_total_of_nothing():
    assert total([]) == []
