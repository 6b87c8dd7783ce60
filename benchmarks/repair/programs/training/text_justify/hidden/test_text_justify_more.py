import pytest

from text_justify import Layout, bullet_list

WORDS = "the quick brown fox jumps over the lazy dog and runs into the deep dark wood"


@pytest.mark.parametrize("first, rest", [("", "      "), ("> ", "> "), ("- ", "    ")])
def test_no_line_too_long(first, rest):
    lines = Layout(20, first=first, rest=rest).format(WORDS).split("\n")
    assert all(len(line) <= 20 for line in lines)
    assert " ".join(line[len(first if n == 0 else rest):] for n, line in enumerate(lines)) == WORDS


@pytest.mark.parametrize("first, rest", [("      ", ""), ("", "     "), ("a ", "bbb ")])
def test_lines_are_as_full_as_possible(first, rest):
    lines = Layout(18, first=first, rest=rest).format(WORDS).split("\n")
    for line, following in zip(lines, lines[1:]):
        assert len(line) + 1 + len(following[len(rest):].split()[0]) > 18


def test_justified_lines_have_width():
    lines = Layout(20, "justify", "  ", "      ").format(WORDS).split("\n")
    assert all(len(line) == 20 for line in lines[:-1])


def test_wide_first_then_none():
    assert Layout(6, first="xxx ").format("a bb cc dd") == "xxx a\nbb cc\ndd"


def test_third_line_also():
    text = Layout(6, first="    ").format("a aaa bb ccc dd")
    assert text == "    a\naaa bb\nccc dd"


def test_each_paragraph_starts_anew():
    text = Layout(6, first="  ").format("aa bb cc\n\naa bb cc")
    assert text == "  aa\nbb cc\n\n  aa\nbb cc"


def test_right_with_rest():
    assert Layout(8, "right", rest="....").format("aa bb cc dd ee") == "aa bb cc\n....  dd\n....  ee"


def test_long_word_with_indent():
    assert Layout(6, first="   ").format("abcdefg bb ccc d") == "   abcdefg\nbb ccc\nd"


def test_same_prefixes():
    assert bullet_list(["a b c d e f"], 5) == "* a b\n  c d\n  e f"


def test_center():
    assert Layout(6, "center").format("ab cdef") == "  ab\n cdef"


def test_empty():
    assert Layout(6).format(" \n\n ") == ""
