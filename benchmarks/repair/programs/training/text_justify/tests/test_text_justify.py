import pytest

from text_justify import Layout, bullet_list, paragraphs, spread


def test_paragraphs():
    assert paragraphs("a b\nc\n \n\nd\n") == [["a", "b", "c"], ["d"]]


def test_spread():
    assert spread(["a", "b", "c"], 8) == "a   b  c"
    assert spread(["one"], 8) == "one"


def test_left():
    assert Layout(9).format("one two three four") == "one two\nthree\nfour"


def test_exact_fit():
    assert Layout(7).format("one two one two") == "one two\none two"


def test_justify():
    assert Layout(10, "justify").format("aa bb cc dd ee") == "aa  bb  cc\ndd ee"


def test_right():
    assert Layout(6, "right").format("ab cd ef") == " ab cd\n    ef"


def test_long_word():
    assert Layout(4).format("a abcdefgh b") == "a\nabcdefgh\nb"


def test_first_line_indented():
    text = Layout(8, first="    ").format("aa bb cc dd ee")
    assert text == "    aa\nbb cc dd\nee"


def test_hanging_indent():
    text = Layout(8, rest="   ").format("aa bb cc dd ee ff")
    assert text == "aa bb cc\n   dd ee\n   ff"


def test_justify_with_indent():
    text = Layout(9, "justify", first="  ").format("aa bb c dd ee f gg")
    assert text == "  aa bb c\ndd  ee  f\ngg"


def test_bullets():
    assert bullet_list(["aa bb cc", "dd"], 7) == "* aa bb\n  cc\n* dd"


def test_width_too_small():
    with pytest.raises(ValueError):
        Layout(4, first="    ")
