from datetime import date

import pytest

from billing.proration import Subscription, remaining_share


@pytest.mark.parametrize("day, share", [(date(2024, 4, 30), 1 / 30), (date(2024, 2, 1), 1), (date(2023, 12, 17), 15 / 31)])
def test_share(day, share):
    assert remaining_share(day) == pytest.approx(share)


def test_last_day():
    assert Subscription("pro", 1, date(2024, 4, 30)).first_invoice().total == 300


def test_downgrade_in_the_middle():
    subscription = Subscription("pro", 1, date(2024, 4, 1))
    invoice = subscription.change(date(2024, 4, 16), plan="team")
    assert invoice.total == 0
    assert subscription.credit == 3000


def test_more_seats():
    subscription = Subscription("team", 5, date(2024, 6, 1))
    assert subscription.change(date(2024, 6, 16), seats=7).total == 500
