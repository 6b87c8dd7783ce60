from datetime import date

import pytest

from ledger import Ledger, LedgerError


@pytest.fixture
def books():
    ledger = Ledger()
    ledger.post(date(2026, 1, 5), "cash", "sales", 12_000, "till")
    ledger.post(date(2026, 1, 9), "rent", "cash", 5_000, "January")
    ledger.post(date(2026, 2, 2), "cash", "sales", 3_500, "till")
    return ledger


def test_balance_adds_debits_and_takes_off_credits(books):
    assert books.balance("cash") == 10_500
    assert books.balance("sales") == -15_500


def test_balance_until_includes_the_day_itself(books):
    assert books.balance("cash", until=date(2026, 1, 9)) == 7_000


def test_balance_until_a_day_between_postings(books):
    assert books.balance("cash", until=date(2026, 1, 20)) == 7_000


def test_trial_balance_sums_to_zero(books):
    assert sum(books.trial_balance().values()) == 0
    assert books.accounts() == ["cash", "rent", "sales"]


def test_amounts_are_positive(books):
    with pytest.raises(LedgerError, match="positive"):
        books.post(date(2026, 3, 1), "cash", "sales", 0)


def test_an_account_cannot_pay_itself(books):
    with pytest.raises(LedgerError, match="same account"):
        books.post(date(2026, 3, 1), "cash", "cash", 100)


def test_closed_books_take_no_postings(books):
    books.close(date(2026, 2, 28))
    with pytest.raises(LedgerError, match="closed"):
        books.post(date(2026, 2, 28), "cash", "sales", 100)
    assert books.post(date(2026, 3, 1), "cash", "sales", 100).cents == 100


def test_books_are_not_reopened(books):
    books.close(date(2026, 2, 28))
    with pytest.raises(LedgerError, match="reopened"):
        books.close(date(2026, 1, 31))


def test_statement_runs_in_order_of_day(books):
    books.post(date(2026, 1, 1), "cash", "capital", 100, "opening")
    assert books.statement("cash") == [
        (date(2026, 1, 1), "opening", 100, 100),
        (date(2026, 1, 5), "till", 12_000, 12_100),
        (date(2026, 1, 9), "January", -5_000, 7_100),
        (date(2026, 2, 2), "till", 3_500, 10_600),
    ]
