import datetime as dt

import humanize
import pytest


@pytest.mark.parametrize(
    ("minutes", "expected"),
    [
        (60, "an hour"),
        (89, "an hour"),
        (100, "2 hours"),
        (170, "3 hours"),
        (200, "3 hours"),
        (11 * 60 + 45, "12 hours"),
        (23 * 60 + 10, "23 hours"),
        (23 * 60 + 50, "a day"),
        (24 * 60, "a day"),
    ],
)
def test_nearest_hour(minutes, expected):
    assert humanize.naturaldelta(dt.timedelta(minutes=minutes)) == expected
