from datetime import date

import pytest

from period_split import Period, bucket, label, merge, prorate, split


def spans(periods):
    return [(str(p.first), str(p.last)) for p in periods]


def test_months():
    assert spans(split(date(2024, 1, 20), date(2024, 3, 5), "month")) == [
        ("2024-01-20", "2024-01-31"),
        ("2024-02-01", "2024-02-29"),
        ("2024-03-01", "2024-03-05"),
    ]


def test_weeks():
    assert spans(split(date(2024, 5, 4), date(2024, 5, 13), "week")) == [
        ("2024-05-04", "2024-05-05"),
        ("2024-05-06", "2024-05-12"),
        ("2024-05-13", "2024-05-13"),
    ]


def test_quarters():
    assert spans(split(date(2024, 2, 10), date(2024, 8, 1), "quarter")) == [
        ("2024-02-10", "2024-03-31"),
        ("2024-04-01", "2024-06-30"),
        ("2024-07-01", "2024-08-01"),
    ]


def test_quarters_from_march():
    assert spans(split(date(2024, 3, 15), date(2024, 4, 30), "quarter")) == [
        ("2024-03-15", "2024-03-31"),
        ("2024-04-01", "2024-04-30"),
    ]


def test_quarters_at_year_end():
    parts = split(date(2023, 12, 24), date(2024, 1, 6), "quarter")
    assert [label(p, "quarter") for p in parts] == ["2023-Q4", "2024-Q1"]


def test_years():
    assert [p.days for p in split(date(2023, 12, 31), date(2024, 12, 31), "year")] == [1, 366]


def test_empty_range():
    assert split(date(2024, 1, 2), date(2024, 1, 1), "month") == []


def test_unknown_unit():
    with pytest.raises(ValueError):
        split(date(2024, 1, 1), date(2024, 1, 2), "decade")


def test_prorate():
    parts = split(date(2024, 1, 31), date(2024, 2, 2), "month")
    assert prorate(100, parts) == [33, 67]


def test_bucket():
    days = [date(2024, 1, 1), date(2024, 1, 31), date(2024, 2, 1)]
    assert bucket(days, date(2024, 1, 1), date(2024, 2, 29), "month") == {"2024-01": 2, "2024-02": 1}


def test_merge():
    parts = split(date(2024, 1, 1), date(2024, 6, 30), "month")
    assert merge(parts) == [Period(date(2024, 1, 1), date(2024, 6, 30))]
    assert merge([parts[4], parts[0]]) == [parts[0], parts[4]]
