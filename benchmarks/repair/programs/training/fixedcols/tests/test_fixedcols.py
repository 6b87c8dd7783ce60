import pytest

from fixedcols import convert, convert_files, read_records, split_line
from layout import Column, Layout, OverflowingValue

TEXT = "name,amount\nAnna,12\n\nBartholomew,7\n"


def test_render():
    assert Column("a", 5).render(" x ") == "x    "
    assert Column("a", 5, ">", "0").render("42") == "00042"


def test_render_overflow():
    assert Column("a", 3).render("abcdef", "cut") == "abc"
    assert Column("a", 3).render("abcdef", "hash") == "###"
    with pytest.raises(OverflowingValue):
        Column("a", 3).render("abcdef")


def test_parse():
    layout = Layout.parse("name:12 amount:>05", gap="|")
    assert layout.width == 18
    assert layout.columns[1] == Column("amount", 5, ">", "0")


def test_read_records():
    assert read_records("a; b\n1;2\n", ";") == [{"a": "1", "b": "2"}]


def test_convert():
    assert convert(TEXT, "name:12 amount:>4") == ["Anna          12", "Bartholomew    7"]


def test_convert_header():
    assert convert("a,b\n1,2\n", "b:>3 a:3", header=True) == ["  ba  ", "  21  "]


def test_convert_cut():
    assert convert(TEXT, "name:5 amount:>3", overflow="cut") == ["Anna  12", "Barth  7"]


def test_convert_error():
    with pytest.raises(OverflowingValue):
        convert(TEXT, "name:5 amount:>3")


def test_convert_files():
    texts = ["a\n1\n", "a\n2\n"]
    assert convert_files(texts, "a:2", header=True) == ["a ", "1 ", "2 "]


def test_split_line():
    layout = Layout.parse("a:3 b:>4", gap=" ")
    assert split_line(layout.line({"a": "x", "b": "12"}), layout) == {"a": "x", "b": "12"}
