from datetime import date

import pytest

from sub_billing import Plan, Subscription, prorated

BASIC = Plan("Basic", 1000)
TEAM = Plan("Team", 3000, included_seats=3, seat_price=500)


@pytest.fixture
def sub():
    return Subscription(BASIC, date(2024, 1, 1))


def test_plain_invoice(sub):
    invoice = sub.bill(date(2024, 2, 1))
    assert invoice.lines == [("Basic", 1000)]
    assert invoice.total == 1000


def test_seats():
    assert TEAM.monthly(2) == 3000
    assert TEAM.monthly(5) == 4000


def test_prorated():
    assert prorated(3000, date(2024, 4, 1)) == 3000
    assert prorated(3000, date(2024, 4, 30)) == 100


def test_first_month():
    sub = Subscription(TEAM, date(2024, 4, 16))
    assert sub.bill(date(2024, 4, 30)).total == 1500
    assert sub.bill(date(2024, 5, 31)).total == 3000


def test_credit_carries_over(sub):
    sub.add_credit("Sorry", 1500)
    assert sub.bill(date(2024, 2, 1)).total == 0
    assert sub.credit_balance(date(2024, 2, 1)) == 500
    assert sub.bill(date(2024, 3, 1)).total == 500
    assert sub.bill(date(2024, 4, 1)).lines == [("Basic", 1000)]


def test_credit_that_ends_first(sub):
    sub.add_credit("Gift", 300)
    sub.add_credit("Trial", 900, date(2024, 2, 29))
    invoice = sub.bill(date(2024, 2, 1))
    assert invoice.lines[1:] == [("Credit: Trial", -900), ("Credit: Gift", -100)]


def test_credit_past_its_last_day(sub):
    sub.add_credit("Trial", 400, date(2024, 1, 31))
    invoice = sub.bill(date(2024, 2, 1))
    assert invoice.total == 1000
    assert sub.credit_balance(date(2024, 1, 31)) == 400


def test_upgrade(sub):
    sub.change_plan(TEAM, date(2024, 4, 16))
    invoice = sub.bill(date(2024, 5, 1))
    assert invoice.lines == [("Team", 3000), ("Upgrade to Team", 1000)]
    assert sub.bill(date(2024, 6, 1)).total == 3000


def test_downgrade():
    sub = Subscription(TEAM, date(2024, 1, 1))
    sub.change_plan(BASIC, date(2024, 4, 16))
    assert sub.bill(date(2024, 5, 1)).total == 0
    assert sub.revenue(2024) == 0


def test_bad_credit(sub):
    with pytest.raises(ValueError):
        sub.add_credit("Nothing", 0)
