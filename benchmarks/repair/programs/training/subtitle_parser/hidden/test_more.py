import pytest

from subtitle_parser import Cue, SubtitleError, dump, parse


def test_no_newline_at_end_of_file():
    text = "1\n00:00:01,000 --> 00:00:02,000\none\n\n2\n00:00:03,000 --> 00:00:04,000\ntwo"
    assert [c.lines for c in parse(text)] == [["one"], ["two"]]


def test_many_blank_lines_add_nothing():
    text = "\n\n1\n00:00:01,000 --> 00:00:02,000\none\n\n\n\n \n"
    assert parse(text) == [Cue(1000, 2000, ["one"])]


@pytest.mark.parametrize("text", ["", "\n\n", "\ufeff"])
def test_empty_documents(text):
    assert parse(text) == []


def test_late_block_out_of_order_still_sorted():
    text = "00:00:09,000 --> 00:00:10,000\nb\n\n00:00:01.000 --> 00:00:02.000\na"
    assert [c.start for c in parse(text)] == [1000, 9000]


def test_broken_last_block_is_reported():
    good = "1\n00:00:01,000 --> 00:00:02,000\none\n\n"
    with pytest.raises(SubtitleError):
        parse(good + "2\n00:00:05,000 -> oops")
    with pytest.raises(SubtitleError):
        parse(good + "2\n00:00:05,000 --> 00:00:04,000\nx")


def test_dumped_text_is_stable():
    cues = [Cue(10, 20, ["x"]), Cue(30, 40, ["y"])]
    assert dump(parse(dump(cues))) == dump(cues)
