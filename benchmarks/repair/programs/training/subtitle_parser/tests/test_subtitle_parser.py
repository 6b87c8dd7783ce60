import pytest

from subtitle_parser import Cue, SubtitleError, dump, format_time, parse, shift

TWO = """1
00:00:01,000 --> 00:00:02,500
Hello there.

2
00:01:00,000 --> 00:01:03,250
- How are you?
- Fine.

"""


def test_parse_two_cues():
    assert parse(TWO) == [
        Cue(1000, 2500, ["Hello there."]),
        Cue(60000, 63250, ["- How are you?", "- Fine."]),
    ]


def test_parse_single_block():
    cues = parse("1\n00:00:00,500 --> 00:00:01,000\nHi\n")
    assert cues == [Cue(500, 1000, ["Hi"])]


def test_dump_and_parse_round_trip():
    cues = [Cue(0, 900, ["a"]), Cue(1000, 4000, ["b", "c"]), Cue(5000, 5001, ["d"])]
    assert parse(dump(cues)) == cues


def test_bad_timing_line():
    with pytest.raises(SubtitleError):
        parse("1\nnot a time\ntext\n\n")


def test_cues_are_sorted():
    text = "2\n00:00:09,000 --> 00:00:10,000\nlate\n\n1\n00:00:01,000 --> 00:00:02,000\nearly\n\n"
    assert [cue.lines for cue in parse(text)] == [["early"], ["late"]]


def test_shift_backwards():
    cues = [Cue(100, 400), Cue(900, 1500), Cue(2000, 2500)]
    assert shift(cues, -1000) == [Cue(0, 500), Cue(1000, 1500)]


def test_format_time():
    assert format_time(3_723_004) == "01:02:03,004"
