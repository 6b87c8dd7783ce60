import pytest
from duration_text import clock, format, parse, total


@pytest.mark.parametrize("seconds,text", [
    (86400, "1d"), (86399, "23h 59m 59s"), (172861, "2d 1m 1s"),
    (90000, "1d 1h"), (604800, "7d"), (59, "59s"), (86460, "1d 1m"),
])
def test_format(seconds, text):
    assert format(seconds) == text
    assert parse(text) == seconds


def test_parts_with_days():
    assert format(100000, 1) == "1d"
    assert format(100000, 3) == "1d 3h 46m"


def test_negative_days():
    assert format(-90000) == "-1d 1h"


def test_total():
    assert total(["1w", "12 hours", "90 min"]) == "7d 13h 30m"


def test_clock():
    assert clock(59) == "0:00:59"
