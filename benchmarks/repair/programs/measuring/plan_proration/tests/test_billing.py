from datetime import date

import pytest

from billing.plans import PLANS
from billing.proration import Invoice, Subscription, days_in_month


@pytest.mark.parametrize("seats, cents", [(1, 3000), (5, 3000), (7, 4000)])
def test_seats(seats, cents):
    assert PLANS["team"].price(seats) == cents


def test_days_in_month():
    assert days_in_month(date(2024, 2, 10)) == 29


def test_start_on_the_first():
    assert Subscription("team", 3, date(2024, 4, 1)).first_invoice().total == 3000


def test_start_in_the_middle():
    assert Subscription("team", 3, date(2024, 4, 16)).first_invoice().total == 1500


def test_upgrade():
    subscription = Subscription("team", 3, date(2024, 4, 1))
    invoice = subscription.change(date(2024, 4, 21), plan="pro")
    assert invoice.lines == [("unused before the change", -1000), ("pro from 2024-04-21", 3000)]


def test_upgrade_on_the_first():
    subscription = Subscription("team", 3, date(2024, 4, 1))
    assert subscription.change(date(2024, 5, 1), plan="pro").total == 6000


def test_downgrade_gives_credit():
    subscription = Subscription("pro", 3, date(2024, 4, 1))
    assert subscription.change(date(2024, 5, 1), plan="team").total == 0
    assert subscription.credit == 6000


def test_credit_is_used_up():
    subscription = Subscription("team", 1, date(2024, 4, 1))
    subscription.credit = 4000
    assert subscription.monthly_invoice().total == 0
    assert subscription.monthly_invoice().total == 2000
    assert subscription.monthly_invoice().total == 3000


def test_free_plan_has_no_lines():
    assert Subscription("free", 1, date(2024, 4, 9)).first_invoice().lines == []


def test_text():
    invoice = Invoice([("team", 3000)])
    assert str(invoice).splitlines()[-1] == "total" + " " * 30 + "30.00"
