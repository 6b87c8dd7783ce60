import pytest

from fixedcols import convert, convert_files
from layout import Layout, OverflowingValue


def test_hash_rows():
    assert convert("n\n12345\n12\n", "n:>3", overflow="hash") == ["###", " 12"]


def test_cut_second_column():
    assert convert("a,b\nx,long value\n", "a:2 b:4", overflow="cut") == ["x long"]


def test_cut_header_and_rows():
    lines = convert("number\n98765\n", "number:3", overflow="cut", header=True)
    assert lines == ["num", "987"]


def test_error_is_the_default():
    with pytest.raises(OverflowingValue):
        convert("n\n1234\n", "n:3")


def test_explicit_error():
    with pytest.raises(OverflowingValue):
        convert("n\n1234\n", "n:3", overflow="error")


def test_files_pass_overflow():
    lines = convert_files(["n\n1234\n", "n\n5\n"], "n:>2", overflow="hash")
    assert lines == ["##", " 5"]


def test_files_cut_with_delimiter():
    lines = convert_files(["a;b\nxyz;1\n"], "b:2 a:2", overflow="cut", delimiter=";")
    assert lines == ["1 xy"]


def test_fitting_values_are_unchanged():
    assert convert("n\n123\n", "n:3", overflow="hash") == ["123"]


def test_missing_value():
    assert convert("a,b\nx\n", Layout.parse("a:2 b:2", gap="|"), overflow="cut") == ["x |  "]


def test_empty():
    assert convert("", "a:3") == []
