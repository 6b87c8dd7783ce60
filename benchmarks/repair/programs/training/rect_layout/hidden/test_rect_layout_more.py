import pytest
from rect_layout import Board, Rect


def cells(r):
    return {(x, y) for x in range(r.x, r.x + r.w) for y in range(r.y, r.y + r.h)}


def test_overlap_matches_cells():
    base = Rect(2, 2, 2, 3)
    for x in range(6):
        for y in range(7):
            for w in (1, 2):
                other = Rect(x, y, w, 1)
                assert base.overlaps(other) == bool(cells(base) & cells(other))
                assert other.overlaps(base) == base.overlaps(other)


def test_contains_matches_cells():
    r = Rect(1, 0, 3, 2)
    got = {(x, y) for x in range(-1, 7) for y in range(-1, 7) if r.contains(x, y)}
    assert got == cells(r)


def test_stacked():
    b = Board(2, 4)
    b.place("top", Rect(0, 0, 2, 2))
    b.place("low", Rect(0, 2, 2, 2))
    assert [b.at(1, y) for y in range(4)] == ["top", "top", "low", "low"]


def test_spots():
    b = Board(3, 2)
    b.place("a", Rect(0, 0, 1, 1))
    assert list(b.spots(1, 1)) == [(1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]


def test_full():
    b = Board(2, 1)
    b.auto_place("a", 1, 1)
    b.auto_place("b", 1, 1)
    with pytest.raises(ValueError):
        b.auto_place("c", 1, 1)


def test_at_none():
    b = Board(3, 3)
    b.place("a", Rect(0, 0, 2, 2))
    assert b.at(2, 2) is None
    assert b.at(1, 1) == "a"
