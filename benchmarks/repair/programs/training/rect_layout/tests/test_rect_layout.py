import pytest
from rect_layout import Board, Rect


def test_edges():
    r = Rect(1, 2, 3, 4)
    assert (r.right, r.bottom, r.area) == (4, 6, 12)


def test_contains_inside():
    r = Rect(1, 1, 2, 2)
    assert r.contains(1, 1) and r.contains(2, 2)
    assert not r.contains(0, 1)


def test_contains_far_edge():
    r = Rect(0, 0, 2, 2)
    assert not r.contains(2, 0)
    assert not r.contains(0, 2)


def test_overlaps():
    assert Rect(0, 0, 3, 3).overlaps(Rect(2, 2, 3, 3))
    assert not Rect(0, 0, 2, 2).overlaps(Rect(5, 0, 2, 2))


def test_neighbours_do_not_overlap():
    assert not Rect(0, 0, 2, 2).overlaps(Rect(2, 0, 2, 2))


def test_union():
    assert Rect(0, 0, 1, 1).union(Rect(3, 4, 1, 1)) == Rect(0, 0, 4, 5)


def test_outside_frame():
    with pytest.raises(ValueError):
        Board(3, 3).place("a", Rect(2, 2, 2, 1))


def test_duplicate_name():
    b = Board(9, 9)
    b.place("a", Rect(0, 0, 1, 1))
    with pytest.raises(KeyError):
        b.place("a", Rect(5, 5, 1, 1))


def test_auto_place_fills():
    b = Board(4, 2)
    assert b.auto_place("a", 2, 2) == Rect(0, 0, 2, 2)
    assert b.auto_place("b", 2, 2) == Rect(2, 0, 2, 2)
    assert b.at(2, 0) == "b"
