from datetime import date

import pytest

from sub_billing import Plan, Subscription

BASIC = Plan("Basic", 1000)
PRO = Plan("Pro", 2000)


@pytest.fixture
def sub():
    return Subscription(BASIC, date(2023, 12, 1))


def test_last_day_counts(sub):
    sub.add_credit("Trial", 400, date(2024, 2, 1))
    assert sub.bill(date(2024, 2, 1)).total == 600


def test_day_after_last_day(sub):
    sub.add_credit("Trial", 400, date(2024, 2, 1))
    invoice = sub.bill(date(2024, 2, 2))
    assert invoice.lines == [("Basic", 1000)]


def test_later_credit_after_ended_one(sub):
    sub.add_credit("Old", 400, date(2024, 1, 1))
    sub.add_credit("New", 250, date(2024, 12, 31))
    sub.add_credit("Gift", 100)
    invoice = sub.bill(date(2024, 6, 1))
    assert invoice.lines[1:] == [("Credit: New", -250), ("Credit: Gift", -100)]


def test_used_up_credit_does_not_hide_the_next(sub):
    sub.add_credit("First", 1000, date(2024, 12, 31))
    sub.bill(date(2024, 2, 1))
    sub.add_credit("Second", 300)
    invoice = sub.bill(date(2024, 3, 1))
    assert invoice.lines[1:] == [("Credit: Second", -300)]


def test_partly_used_then_ended(sub):
    sub.add_credit("Trial", 1500, date(2024, 2, 15))
    assert sub.bill(date(2024, 2, 1)).total == 0
    assert sub.bill(date(2024, 3, 1)).total == 1000
    assert sub.credit_balance(date(2024, 3, 1)) == 0
    assert sub.credit_balance(date(2024, 2, 15)) == 500


def test_credit_without_end(sub):
    sub.add_credit("Gift", 10)
    assert sub.bill(date(2030, 1, 1)).total == 990


def test_fully_paid_leaves_other_notes(sub):
    sub.add_credit("A", 1000, date(2024, 12, 1))
    sub.add_credit("B", 500)
    invoice = sub.bill(date(2024, 2, 1))
    assert invoice.lines == [("Basic", 1000), ("Credit: A", -1000)]
    assert sub.credit_balance(date(2024, 2, 1)) == 500


def test_credit_pays_upgrade(sub):
    sub.add_credit("Gift", 2500)
    sub.change_plan(PRO, date(2024, 4, 16))
    assert sub.bill(date(2024, 5, 1)).total == 0
    assert sub.credit_balance(date(2024, 5, 1)) == 0


def test_revenue_by_year(sub):
    sub.add_credit("Old", 400, date(2023, 12, 5))
    sub.bill(date(2023, 12, 31))
    sub.bill(date(2024, 1, 31))
    assert sub.revenue(2023) == 1000
    assert sub.revenue(2024) == 1000


def test_same_price_change(sub):
    sub.change_plan(Plan("Other", 1000), date(2024, 3, 3))
    assert sub.bill(date(2024, 4, 1)).lines == [("Other", 1000)]
    assert sub.credits == []
