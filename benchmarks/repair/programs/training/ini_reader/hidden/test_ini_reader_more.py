import pytest
from ini_reader import IniError, parse


def test_same_key_in_next_section():
    with pytest.raises(IniError):
        parse("[a]\nx = 1\n[a]\n  more\n")


def test_comment_does_not_end_continuation():
    d = parse("[a]\nx = 1\n# note\n  2\n")
    assert d.raw("a", "x") == "1\n2"


def test_indented_header_line_is_continuation():
    d = parse("[a]\nx = 1\n  [b]\n")
    assert d.sections() == ["a"]
    assert d.raw("a", "x") == "1\n[b]"


def test_header_comment_then_indent():
    with pytest.raises(IniError) as info:
        parse("[a]\nx = 1\n[b]\n# c\n  2\n")
    assert info.value.number == 5


def test_empty_value_extended():
    d = parse("[a]\nx =\n  one\n  two\n")
    assert d.raw("a", "x") == "one\ntwo"


def test_reopened_section():
    d = parse("[a]\nx = 1\n[b]\ny = 2\n[a]\nz = 3\n")
    assert d.keys("a") == ["x", "z"] and d.sections() == ["a", "b"]


def test_message():
    with pytest.raises(IniError, match="nothing to continue"):
        parse("[a]\nx = 1\n[b]\n  y = 2\n")


def test_key_after_header_fine():
    d = parse("[a]\nx = 1\n[b]\nx = 2\n  3\n")
    assert d.raw("a", "x") == "1" and d.raw("b", "x") == "2\n3"
