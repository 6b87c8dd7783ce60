import pytest

from typeset import document, justify, paragraph, words_to_lines

TEXT = "The quick brown fox jumps over the lazy dog"


def test_lines():
    assert words_to_lines(TEXT.split(), 15) == [
        ["The", "quick", "brown"], ["fox", "jumps", "over"], ["the", "lazy", "dog"],
    ]


def test_long_word():
    assert words_to_lines(["a", "incomprehensible", "b"], 5) == [["a"], ["incomprehensible"], ["b"]]


def test_indent():
    assert paragraph("aa bb cc", 5, first_indent=2) == ["  aa", "bb cc"]


def test_right():
    assert paragraph("aa bbb", 4, "right") == ["  aa", " bbb"]


def test_centre():
    assert paragraph("aa bbbb", 4, "centre") == [" aa", "bbbb"]


def test_justify_one_word():
    assert justify(["word"], 9) == "word"


def test_justify_line():
    assert justify(["fox", "jumps", "over"], 16) == "fox  jumps  over"


def test_uneven_gaps():
    assert justify(["a", "b", "c", "d"], 12) == "a   b   c  d"


def test_paragraph():
    assert paragraph(TEXT, 17, "justify") == ["The  quick  brown", "fox   jumps  over", "the lazy dog"]


def test_last_line_is_left():
    assert paragraph("aa bb", 20, "justify") == ["aa bb"]


def test_document():
    assert document("\n  a b\n\n  c\n", width=3) == "a b\n\nc\n"


def test_unknown_alignment():
    with pytest.raises(ValueError):
        paragraph("a", how="middle")
