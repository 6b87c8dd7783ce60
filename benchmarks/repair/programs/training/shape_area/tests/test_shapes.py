import pytest

from shapes import area, label, largest

SQUARE = {"kind": "square", "side": 3}
TRIANGLE = {"kind": "triangle", "base": 4, "height": 2}


def test_square():
    assert area(SQUARE) == 9


def test_triangle():
    assert area(TRIANGLE) == 4


def test_unknown():
    with pytest.raises(ValueError):
        area({"kind": "blob"})


def test_label():
    assert label(SQUARE) == "square of 3"


def test_label_of_triangle():
    assert label(TRIANGLE) == "triangle of 4 by 2"


def test_label_unknown():
    assert label({"kind": "blob"}) == "?"


def test_largest():
    assert largest([TRIANGLE, SQUARE]) is SQUARE
