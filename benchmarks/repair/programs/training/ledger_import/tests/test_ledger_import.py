from datetime import date
from decimal import Decimal

import pytest

from ledger_import import Entry, StatementError, parse_amount, parse_statement, reconcile


def entry(day, amount, text=""):
    return Entry(date(2024, 5, day), text, Decimal(amount))


def test_amounts():
    assert parse_amount("1,234.50") == Decimal("1234.50")
    assert parse_amount("(3.00)") == Decimal("-3.00")
    with pytest.raises(StatementError):
        parse_amount("abc")


def test_statement():
    entries = parse_statement("# export\n2024-05-02; Rent ;(800.00)\n\n2024-05-03;Sale;19.90\n")
    assert entries == [entry(2, "-800.00", "Rent"), entry(3, "19.90", "Sale")]


def test_bad_line():
    with pytest.raises(StatementError, match="line 2"):
        parse_statement("2024-05-02;Rent;1\n2024-05-03;Sale\n")


def test_match_same_day():
    result = reconcile([entry(2, "10")], [entry(2, "10")])
    assert result.balanced
    assert len(result.pairs) == 1


def test_bank_is_some_days_later():
    assert reconcile([entry(5, "10")], [entry(2, "10")]).balanced
    assert not reconcile([entry(6, "10")], [entry(2, "10")]).balanced


def test_booked_long_after_the_payment():
    result = reconcile([entry(2, "10")], [entry(20, "10")])
    assert result.only_bank == [entry(2, "10")]
    assert result.only_books == [entry(20, "10")]


def test_nearest_booking_is_chosen():
    result = reconcile([entry(10, "10")], [entry(10, "10", "same day"), entry(12, "10", "later")])
    assert result.pairs[0][1].text == "same day"


def test_difference():
    result = reconcile([entry(1, "10"), entry(2, "7")], [entry(1, "10"), entry(2, "5")])
    assert result.difference == Decimal("2")
