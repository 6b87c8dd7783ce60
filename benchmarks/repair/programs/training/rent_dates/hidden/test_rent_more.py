from datetime import date

from rent import add_months


def test_zero_in_december():
    assert add_months(date(2022, 12, 31), 0) == date(2022, 12, 31)


def test_backwards():
    assert add_months(date(2024, 1, 15), -1) == date(2023, 12, 15)
    assert add_months(date(2024, 12, 15), 24) == date(2026, 12, 15)
