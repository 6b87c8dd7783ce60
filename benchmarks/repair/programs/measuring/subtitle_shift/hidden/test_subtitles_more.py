import pytest

from subtitles import Cue, dump, format_time, parse, parse_time


@pytest.mark.parametrize("value", [0, 1, 10, 99, 100, 999, 1001, 59_999, 3_600_000, 360_000_007])
def test_there_and_back(value):
    assert parse_time(format_time(value)) == value


@pytest.mark.parametrize("value, text", [(0, "00:00:00,000"), (7, "00:00:00,007"), (3_600_042, "01:00:00,042")])
def test_three_digits(value, text):
    assert format_time(value) == text


def test_dump():
    assert dump([Cue(5, 50, "x")]) == "1\n00:00:00,005 --> 00:00:00,050\nx\n"
    assert parse(dump([Cue(5, 50, "x")])) == [Cue(5, 50, "x")]
