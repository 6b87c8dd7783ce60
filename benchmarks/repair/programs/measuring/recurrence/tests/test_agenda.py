from datetime import date

import pytest

from agenda import Rule, RuleError, add_months, agenda

JAN31 = date(2023, 1, 31)


def test_add_months():
    assert add_months(date(2023, 11, 15), 3) == date(2024, 2, 15)


def test_end_of_the_month():
    assert add_months(JAN31, 1) == date(2023, 2, 28)
    assert add_months(JAN31, 13) == date(2024, 2, 29)


def test_daily():
    rule = Rule(date(2024, 1, 30), every=2, count=3)
    assert list(rule.dates()) == [date(2024, 1, 30), date(2024, 2, 1), date(2024, 2, 3)]


def test_until_is_included():
    rule = Rule(date(2024, 1, 1), "week", until=date(2024, 1, 15))
    assert len(list(rule.dates())) == 3


def test_weekdays():
    rule = Rule(date(2024, 1, 3), "week", weekdays=("fri", "mon"), count=3)  # a Wednesday
    assert list(rule.dates()) == [date(2024, 1, 5), date(2024, 1, 8), date(2024, 1, 12)]


def test_rent_is_due_at_the_end_of_the_month():
    rule = Rule(JAN31, "month", count=4)
    assert [day.day for day in rule.dates()] == [31, 28, 31, 30]


def test_skip():
    rule = Rule(date(2024, 1, 1), count=3, skip={date(2024, 1, 2)})
    assert list(rule.dates()) == [date(2024, 1, 1), date(2024, 1, 3)]


def test_between():
    rule = Rule(date(2024, 1, 10), "month")
    assert rule.between(date(2024, 3, 1), date(2024, 4, 30)) == [date(2024, 3, 10), date(2024, 4, 10)]


def test_next_after():
    rule = Rule(date(2024, 1, 10), "month", count=2)
    assert rule.next_after(date(2024, 1, 10)) == date(2024, 2, 10)
    assert rule.next_after(date(2024, 2, 10)) is None


@pytest.mark.parametrize("options", [{"unit": "hour"}, {"every": 0}, {"weekdays": ("mo",)}])
def test_errors(options):
    with pytest.raises(RuleError):
        Rule(JAN31, **options)


def test_agenda():
    events = {"run": Rule(date(2024, 1, 1), every=2), "rent": Rule(date(2024, 1, 3), "month")}
    assert agenda(events, date(2024, 1, 2), date(2024, 1, 5)) == ["2024-01-03: rent, run", "2024-01-05: run"]
