from datetime import date

import pytest

from period_split import bucket, label, prorate, split

LAST = {1: (3, 31), 2: (6, 30), 3: (9, 30), 4: (12, 31)}


@pytest.mark.parametrize("month", [3, 4, 8, 12])
def test_first_quarter_ends(month):
    part = split(date(2023, month, 1), date(2024, 12, 31), "quarter")[0]
    number = int(label(part, "quarter")[-1])
    assert (part.last.month, part.last.day) == LAST[number]
    assert part.last.year == 2023


def test_whole_year():
    parts = split(date(2023, 1, 1), date(2023, 12, 31), "quarter")
    assert [p.days for p in parts] == [90, 91, 92, 92]


def test_last_day_of_quarter_alone():
    parts = split(date(2024, 6, 30), date(2024, 7, 1), "quarter")
    assert [p.days for p in parts] == [1, 1]


def test_september():
    parts = split(date(2024, 9, 10), date(2024, 12, 1), "quarter")
    assert [str(p.last) for p in parts] == ["2024-09-30", "2024-12-01"]


def test_december_only():
    (part,) = split(date(2024, 12, 1), date(2024, 12, 31), "quarter")
    assert part.days == 31


def test_end_of_may_start():
    (part,) = split(date(2024, 5, 31), date(2024, 6, 30), "quarter")
    assert part.days == 31


def test_two_years_have_eight_quarters():
    parts = split(date(2023, 1, 1), date(2024, 12, 31), "quarter")
    assert [label(p, "quarter") for p in parts] == [
        f"{y}-Q{q}" for y in (2023, 2024) for q in (1, 2, 3, 4)
    ]


def test_bucket_by_quarter():
    days = [date(2024, 3, 31), date(2024, 4, 1), date(2024, 6, 30)]
    assert bucket(days, date(2024, 3, 1), date(2024, 6, 30), "quarter") == {
        "2024-Q1": 1,
        "2024-Q2": 2,
    }


def test_prorate_quarters():
    parts = split(date(2024, 6, 30), date(2024, 7, 3), "quarter")
    assert prorate(1000, parts) == [250, 750]


def test_cut_inside_a_quarter():
    (part,) = split(date(2024, 7, 2), date(2024, 8, 3), "quarter")
    assert (part.first, part.last) == (date(2024, 7, 2), date(2024, 8, 3))


def test_days():
    assert len(split(date(2024, 2, 28), date(2024, 3, 1), "day")) == 3
