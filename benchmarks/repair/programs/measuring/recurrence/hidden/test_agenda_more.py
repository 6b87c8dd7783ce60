from datetime import date

import pytest

from agenda import Rule, add_months


@pytest.mark.parametrize(
    "day, months, expected",
    [
        (date(2024, 2, 29), 12, date(2025, 2, 28)),
        (date(2024, 2, 29), 48, date(2028, 2, 29)),
        (date(2024, 3, 31), 1, date(2024, 4, 30)),
        (date(2024, 10, 30), 4, date(2025, 2, 28)),
        (date(2024, 12, 31), 0, date(2024, 12, 31)),
        (date(2024, 11, 30), 1, date(2024, 12, 30)),
        (date(2024, 3, 31), -1, date(2024, 2, 29)),
    ],
)
def test_add_months(day, months, expected):
    assert add_months(day, months) == expected


def test_yearly_on_a_leap_day():
    rule = Rule(date(2024, 2, 29), "year", count=5)
    assert [day.day for day in rule.dates()] == [29, 28, 28, 28, 29]


def test_day_comes_back_after_a_short_month():
    assert Rule(date(2023, 1, 30), "month").between(date(2023, 2, 1), date(2023, 3, 31)) == [date(2023, 2, 28), date(2023, 3, 30)]
