import pytest
from interval_map import IntervalMap, busiest, paint

CASES = [
    [(5, 8, "a"), (2, 5, "b"), (8, 9, "b")],
    [(0, 3, "a"), (3, 6, "b"), (0, 3, "b")],
    [(0, 9, "x"), (3, 6, None), (1, 3, "y"), (6, 7, "y")],
    [(4, 6, "a"), (2, 4, "a"), (6, 8, "a"), (2, 8, "b")],
    [(1, 4, "p"), (1, 4, "q"), (0, 4, "p"), (1, 9, "q"), (0, 1, "q")],
]


def brute(strokes):
    cells = {}
    for low, high, value in strokes:
        for p in range(low, high):
            cells[p] = value
    return cells


@pytest.mark.parametrize("strokes", CASES)
def test_same_as_brute_force(strokes):
    m = paint(strokes)
    cells = brute(strokes)
    assert [m.get(p) for p in range(-1, 12)] == [cells.get(p) for p in range(-1, 12)]
    assert all(m._bounds[i] < m._bounds[i + 1] for i in range(len(m._bounds) - 1))
    assert all(a != b for a, b in zip([None] + m._values, m._values))


def test_replace_same_range():
    assert paint([(1, 4, "a"), (1, 4, "b")]).segments() == [(1, 4, "b")]


def test_clear_exact():
    m = paint([(1, 4, "a"), (4, 6, "b")])
    m.clear(1, 4)
    assert m.segments() == [(4, 6, "b")]
    m.clear(4, 6)
    assert m.segments() == [] and m._bounds == []


def test_default_value():
    m = IntervalMap(0)
    m.assign(0, 4, 2)
    m.assign(4, 6, 1)
    assert [m.get(p) for p in (-1, 0, 4, 6)] == [0, 2, 1, 0]


def test_busiest_touching():
    assert busiest([(4, 8, "a"), (0, 4, "b"), (0, 1, "a")]) == "a"


def test_floats():
    m = paint([(0.5, 1.5, "a")])
    assert (m.get(0.5), m.get(1.5)) == ("a", None)
