from datetime import date

import pytest

from renewal import Subscription, days_in, upcoming


def test_days_in():
    assert days_in(2023, 2) == 28
    assert days_in(2024, 2) == 29
    assert days_in(2024, 12) == 31


def test_next_month():
    assert Subscription(date(2024, 1, 15)).renewal(1) == date(2024, 2, 15)


def test_short_month():
    assert Subscription(date(2024, 3, 31)).renewal(1) == date(2024, 4, 30)


def test_over_the_year():
    assert Subscription(date(2023, 11, 10), "quarterly").renewal(1) == date(2024, 2, 10)


def test_yearly():
    assert Subscription(date(2023, 5, 1), "yearly").renewal(2) == date(2025, 5, 1)


def test_renewals_until():
    found = Subscription(date(2024, 1, 5)).renewals(date(2024, 3, 5))
    assert found == [date(2024, 2, 5), date(2024, 3, 5)]


def test_cancelled():
    one = Subscription(date(2024, 1, 5), cancelled=date(2024, 2, 20))
    assert one.renewals(date(2024, 6, 1)) == [date(2024, 2, 5)]


def test_paid():
    one = Subscription(date(2024, 1, 5), cents=500)
    assert one.paid(date(2024, 1, 4)) == 0
    assert one.paid(date(2024, 2, 5)) == 1000


def test_unknown_plan():
    with pytest.raises(KeyError):
        Subscription(date(2024, 1, 1), "weekly").renewal(1)


def test_upcoming():
    both = {"paper": Subscription(date(2024, 1, 8)), "music": Subscription(date(2024, 1, 6))}
    assert upcoming(both, date(2024, 2, 3)) == ["music", "paper"]
