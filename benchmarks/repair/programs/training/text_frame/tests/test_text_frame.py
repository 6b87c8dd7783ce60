import pytest

from text_frame import align, bullets, frame, justify, numbered, paragraph, wrap


def test_wrap():
    assert wrap("the quick brown fox", 9) == ["the quick", "brown fox"]
    assert wrap("", 9) == []


def test_wrap_cuts_long_words():
    assert wrap("a abcdefgh b", 3) == ["a", "abc", "def", "gh", "b"]


def test_justify():
    assert justify("a b c", 8) == "a   b  c"


def test_align():
    assert align(["ab", "c"], 4, "right") == ["  ab", "   c"]
    assert align(["ab", "c"], 4, "center") == [" ab", " c"]
    with pytest.raises(ValueError):
        align(["a"], 4, "middle")


def test_paragraph_justified():
    assert paragraph("aa bb cc dd", 6, "justify") == ["aa  bb", "cc dd"]


def test_bullets():
    assert bullets(["one two", ["deep one"], "x"], 8) == [
        "- one", "  two", "  - deep", "    one", "- x"]


def test_numbered():
    assert numbered(["one two", "six"], 7) == ["1. one", "   two", "2. six"]


def test_numbered_past_nine():
    assert numbered(["one two", "six", "red fox"], 8, start=9) == [
        " 9. one", "    two", "10. six", "11. red", "    fox"]


def test_frame():
    assert frame(["ab", "c"], "T") == ["+-T--+", "| ab |", "| c  |", "+----+"]
