from datetime import date

import pytest

from recurring_billing import (
    Subscription, add_months, first_due_dates, invoice_run, next_due, revenue,
)


def test_add_months_over_new_year():
    assert add_months(date(2023, 11, 15), 3) == date(2024, 2, 15)


def test_add_months_short_month():
    assert add_months(date(2023, 1, 30), 1) == date(2023, 2, 28)


def test_monthly_dates():
    sub = Subscription("ann", "monthly", date(2024, 1, 10), 900)
    assert first_due_dates(sub, 3) == [date(2024, 1, 10), date(2024, 2, 10), date(2024, 3, 10)]


def test_month_end_subscription():
    sub = Subscription("ann", "monthly", date(2023, 1, 31), 900)
    assert first_due_dates(sub, 4) == [
        date(2023, 1, 31), date(2023, 2, 28), date(2023, 3, 31), date(2023, 4, 30),
    ]


def test_next_due():
    sub = Subscription("ann", "quarterly", date(2024, 1, 10), 900)
    assert next_due(sub, date(2024, 4, 10)) == date(2024, 7, 10)


def test_ended_subscription():
    sub = Subscription("ann", "monthly", date(2024, 1, 10), 900, end=date(2024, 3, 1))
    assert len(first_due_dates(sub, 10)) == 2
    assert next_due(sub, date(2024, 2, 10)) is None


def test_revenue():
    subs = [
        Subscription("ann", "monthly", date(2024, 1, 10), 900),
        Subscription("bob", "yearly", date(2023, 2, 1), 10000),
    ]
    assert revenue(subs, date(2024, 1, 1), date(2024, 2, 29)) == 11800


def test_invoice_run():
    subs = [
        Subscription("zoe", "monthly", date(2024, 1, 10), 900),
        Subscription("ann", "quarterly", date(2024, 2, 10), 900),
        Subscription("bob", "monthly", date(2024, 1, 11), 900),
    ]
    assert invoice_run(subs, date(2024, 5, 10)) == ["ann", "zoe"]


def test_unknown_plan():
    with pytest.raises(ValueError):
        Subscription("ann", "weekly", date(2024, 1, 1), 1)
