from datetime import date

from renewal import Subscription


def test_from_the_last_of_january():
    one = Subscription(date(2023, 1, 31))
    assert [one.renewal(n) for n in (1, 2, 3)] == [date(2023, 2, 28), date(2023, 3, 31), date(2023, 4, 30)]


def test_from_a_short_month():
    assert Subscription(date(2024, 2, 29)).renewal(12) == date(2025, 2, 28)
    assert Subscription(date(2024, 8, 31), "quarterly").renewal(1) == date(2024, 11, 30)
