import datetime as dt

import humanize
import pytest


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        (60, "a minute"),
        (89, "a minute"),
        (95, "2 minutes"),
        (170, "3 minutes"),
        (200, "3 minutes"),
        (29 * 60 + 40, "30 minutes"),
        (59 * 60 + 20, "59 minutes"),
        (59 * 60 + 50, "an hour"),
        (59, "59 seconds"),
    ],
)
def test_nearest_minute(seconds, expected):
    assert humanize.naturaldelta(dt.timedelta(seconds=seconds)) == expected
