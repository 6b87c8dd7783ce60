import pytest
from outline_numbers import find, number, parse, render, roman

TEXT = """\
Intro
Body
  First
  Second
    Deep
End
"""


def test_roman():
    assert [roman(n) for n in (1, 4, 9, 14, 27)] == ["I", "IV", "IX", "XIV", "XXVII"]


def test_parse():
    assert parse("A\n  B\nC") == [("A", [("B", [])]), ("C", [])]


def test_parse_error():
    for bad in (" A", "A\n    B"):
        with pytest.raises(ValueError):
            parse(bad)


def test_number_flat():
    assert list(number([("x", []), ("y", [])], "a")) == [("a", "x"), ("b", "y")]


def test_number_decimal():
    assert [l for l, _ in number(parse(TEXT))] == ["1", "2", "2.1", "2.2", "2.2.1", "3"]


def test_depth_one():
    assert [l for l, _ in number(parse("A\nB"), max_depth=1)] == ["1", "2"]


def test_depth_limit():
    assert render(TEXT, max_depth=2).splitlines() == [
        "1 Intro", "2 Body", "  2.1 First", "  2.2 Second", "3 End"]


def test_styles():
    assert render(TEXT, "Ia").splitlines()[1:4] == ["II Body", "  II.a First", "  II.b Second"]


def test_find():
    assert find(parse(TEXT), "2.2.1") == "Deep"
    assert find(parse(TEXT), "9") is None


def test_depth_zero():
    assert list(number(parse(TEXT), max_depth=0)) == []
