from datetime import date

import pytest

from loans import ClosingDays, Item, Loan, chargeable_days, fine, statement

BOOK = Item("Dune", "book", 1500)
DVD = Item("Alien", "dvd", 900)
ALWAYS_OPEN = ClosingDays(weekdays=())


def test_due_date_of_a_book():
    assert Loan(BOOK, date(2024, 3, 1)).due == date(2024, 3, 29)


def test_renewal_extends():
    loan = Loan(DVD, date(2024, 3, 1))
    loan.renew()
    assert loan.due == date(2024, 3, 15)


def test_third_renewal_is_refused():
    loan = Loan(DVD, date(2024, 3, 1), renewals=2)
    with pytest.raises(ValueError):
        loan.renew()


def test_grace_period_is_free():
    assert fine(Loan(BOOK, date(2024, 3, 1)), date(2024, 3, 31), ALWAYS_OPEN) == 0


def test_after_grace_every_day_counts():
    assert fine(Loan(BOOK, date(2024, 3, 1)), date(2024, 4, 3), ALWAYS_OPEN) == 100


def test_sundays_are_not_charged():
    # due Friday 8 March, the 10th is a Sunday
    assert chargeable_days(date(2024, 3, 8), date(2024, 3, 12), ClosingDays()) == 3


def test_holidays_are_not_charged():
    closed = ClosingDays(dates=[date(2024, 3, 11)], weekdays=())
    assert chargeable_days(date(2024, 3, 8), date(2024, 3, 12), closed) == 3


def test_forgotten_dvd_costs_a_new_one_at_most():
    assert fine(Loan(DVD, date(2024, 1, 1)), date(2024, 6, 1)) == 900


def test_statement():
    loans = [Loan(BOOK, date(2024, 3, 1)), Loan(DVD, date(2024, 3, 28))]
    assert statement(loans, date(2024, 4, 3)) == ["Dune: 0.80"]
