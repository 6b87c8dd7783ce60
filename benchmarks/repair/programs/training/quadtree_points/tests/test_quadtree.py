import pytest

from quadtree import QuadTree, Rect


@pytest.fixture
def tree():
    tree = QuadTree(Rect(0, 0, 100, 100), capacity=1)
    for name, x, y in [("a", 10, 10), ("b", 90, 10), ("c", 10, 90), ("d", 90, 90)]:
        tree.insert(x, y, name)
    return tree


def test_empty_rect():
    with pytest.raises(ValueError):
        Rect(5, 5, 5, 9)


def test_contains():
    rect = Rect(0, 0, 10, 10)
    assert rect.contains(0, 0)
    assert not rect.contains(10, 5)
    assert not rect.contains(5, 10)


def test_quarters():
    assert Rect(0, 0, 4, 8).quarters()[1] == Rect(2, 0, 4, 4)


def test_overlapping():
    assert Rect(0, 0, 10, 10).overlaps(Rect(5, 5, 15, 15))
    assert Rect(0, 0, 10, 10).overlaps(Rect(2, 2, 3, 3))
    assert Rect(0, 4, 10, 6).overlaps(Rect(4, 0, 6, 10))


def test_not_overlapping():
    assert not Rect(0, 0, 10, 10).overlaps(Rect(20, 20, 30, 30))


def test_side_by_side():
    assert not Rect(0, 0, 10, 10).overlaps(Rect(10, 0, 20, 10))
    assert not Rect(0, 0, 10, 10).overlaps(Rect(2, 30, 8, 40))


def test_insert_outside(tree):
    with pytest.raises(ValueError):
        tree.insert(100, 5)


def test_length(tree):
    assert len(tree) == 4
    assert len(tree.children) == 4


def test_query(tree):
    assert tree.query(Rect(0, 0, 50, 50)) == ["a"]
    assert sorted(tree.query(Rect(0, 0, 100, 20))) == ["a", "b"]
    assert tree.query(Rect(40, 40, 60, 60)) == []


def test_query_everything(tree):
    assert sorted(tree.query(Rect(-10, -10, 200, 200))) == ["a", "b", "c", "d"]


def test_query_visits_only_what_it_needs(tree):
    assert tree.visited(Rect(5, 5, 20, 20)) == 2
    assert tree.visited(Rect(0, 0, 100, 20)) == 3


def test_points_in_one_place():
    tree = QuadTree(Rect(0, 0, 8, 8), capacity=2)
    for number in range(6):
        tree.insert(1, 1, number)
    assert sorted(tree.query(Rect(0, 0, 2, 2))) == [0, 1, 2, 3, 4, 5]
