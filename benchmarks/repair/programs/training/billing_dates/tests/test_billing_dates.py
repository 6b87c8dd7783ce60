from datetime import date

from billing_dates import add_months, billing_dates, next_billing


def test_add_months():
    assert add_months(date(2023, 11, 5), 3) == date(2024, 2, 5)
    assert add_months(date(2023, 1, 31), 1) == date(2023, 2, 28)


def test_add_nothing():
    assert add_months(date(2024, 12, 31), 0) == date(2024, 12, 31)


def test_plain_days():
    assert billing_dates(date(2024, 10, 7), 4) == [
        date(2024, 10, 7),
        date(2024, 11, 7),
        date(2024, 12, 7),
        date(2025, 1, 7),
    ]


def test_quarters():
    assert billing_dates(date(2024, 1, 15), 3, every=3) == [date(2024, 1, 15), date(2024, 4, 15), date(2024, 7, 15)]


def test_no_dates():
    assert billing_dates(date(2024, 1, 1), 0) == []


def test_last_of_january():
    assert billing_dates(date(2023, 1, 31), 4) == [
        date(2023, 1, 31),
        date(2023, 2, 28),
        date(2023, 3, 31),
        date(2023, 4, 30),
    ]


def test_next_billing():
    assert next_billing(date(2023, 1, 31), date(2023, 2, 28)) == date(2023, 3, 31)
    assert next_billing(date(2023, 1, 31), date(2023, 1, 1)) == date(2023, 1, 31)
