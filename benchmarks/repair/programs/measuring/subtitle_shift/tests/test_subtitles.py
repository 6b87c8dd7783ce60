import pytest

from subtitles import Cue, SubtitleError, dump, format_time, parse, parse_time, shift, stretch, without_overlaps

TEXT = """1
00:00:01,500 --> 00:00:03,250
Hello.

2
00:00:04,000 --> 00:00:06,120
Two
lines.
"""


@pytest.mark.parametrize("text, value", [("00:00:01,500", 1500), ("01:00:00.5", 3600500), ("00:01:02,03", 62030)])
def test_parse_time(text, value):
    assert parse_time(text) == value


def test_not_a_time():
    with pytest.raises(SubtitleError):
        parse_time("1:2")


def test_format_time():
    assert format_time(3_723_456) == "01:02:03,456"


def test_format_whole_seconds():
    assert format_time(61_000) == "00:01:01,000"


def test_parse():
    assert parse(TEXT) == [Cue(1500, 3250, "Hello."), Cue(4000, 6120, "Two\nlines.")]


def test_parse_nothing():
    assert parse("\n\n") == []


def test_no_timing():
    with pytest.raises(SubtitleError):
        parse("1\nHello")


def test_round_trip():
    assert dump(parse(TEXT)) == TEXT


def test_shift_drops_what_is_gone():
    assert shift(parse(TEXT), -4500) == [Cue(0, 1620, "Two\nlines.")]


def test_stretch():
    assert stretch([Cue(1000, 2000, "x")], 1.5) == [Cue(1500, 3000, "x")]


def test_overlaps():
    assert without_overlaps([Cue(0, 900, "a"), Cue(500, 1000, "b")]) == [Cue(0, 499, "a"), Cue(500, 1000, "b")]
