from datetime import datetime

import pytest

from cron_expr import Cron


@pytest.mark.parametrize(
    "text, start, expected",
    [
        ("0 6 20 * *", datetime(2024, 5, 5, 23, 50), datetime(2024, 5, 20, 6)),
        ("0 0 20 * *", datetime(2024, 5, 5, 1, 0), datetime(2024, 5, 20)),
        ("*/10 * 7 * *", datetime(2024, 5, 6, 12, 3), datetime(2024, 5, 7)),
        ("0 6 20 * *", datetime(2024, 5, 5, 3, 0), datetime(2024, 5, 20, 6)),
        ("0 6 1 * *", datetime(2024, 5, 31, 7, 0), datetime(2024, 6, 1, 6)),
        ("0 12 * * sun", datetime(2024, 5, 6, 13, 5), datetime(2024, 5, 12, 12)),
        ("59 23 * * *", datetime(2024, 12, 31, 23, 59), datetime(2025, 1, 1, 23, 59)),
        ("5 4 29 feb *", datetime(2024, 3, 1), datetime(2028, 2, 29, 4, 5)),
        ("0 9 * * *", datetime(2024, 5, 5, 9, 30), datetime(2024, 5, 6, 9)),
        ("0 0 1 jan *", datetime(2023, 12, 31, 23, 59, 30), datetime(2024, 1, 1)),
    ],
)
def test_next(text, start, expected):
    cron = Cron(text)
    assert cron.next_after(start) == expected
    assert cron.matches(expected)


def test_upcoming_weekends():
    assert Cron("0 8 * * 6,0").upcoming(datetime(2024, 5, 5, 20, 0), 3) == [
        datetime(2024, 5, 11, 8),
        datetime(2024, 5, 12, 8),
        datetime(2024, 5, 18, 8),
    ]


def test_upcoming_monthly():
    assert Cron("@monthly").upcoming(datetime(2024, 11, 15, 15, 0), 2) == [
        datetime(2024, 12, 1),
        datetime(2025, 1, 1),
    ]
