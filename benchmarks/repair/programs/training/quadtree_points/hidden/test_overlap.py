import itertools
import random

import pytest

from quadtree import QuadTree, Rect


@pytest.mark.parametrize(
    "other",
    [Rect(5, 0, 9, 4), Rect(-4, 0, 0, 4), Rect(0, 4, 4, 8), Rect(0, -4, 4, 0), Rect(1, 9, 3, 12), Rect(4, 4, 8, 8)],
)
def test_no_shared_area(other):
    rect = Rect(0, 0, 4, 4)
    assert not rect.overlaps(other)
    assert not other.overlaps(rect)


@pytest.mark.parametrize("other", [Rect(3, 3, 9, 9), Rect(-1, -1, 1, 1), Rect(-1, 1, 9, 2), Rect(0, 0, 4, 4)])
def test_shared_area(other):
    rect = Rect(0, 0, 4, 4)
    assert rect.overlaps(other)
    assert other.overlaps(rect)


def test_queries_find_all():
    rng = random.Random(1)
    tree = QuadTree(Rect(0, 0, 64, 64), capacity=2)
    points = [(rng.randrange(64), rng.randrange(64)) for _ in range(80)]
    for point in points:
        tree.insert(*point, point)
    for x, y in itertools.product(range(0, 60, 13), repeat=2):
        window = Rect(x, y, x + 17, y + 9)
        assert sorted(tree.query(window)) == sorted(p for p in points if window.contains(*p))


def test_visits_one_branch():
    tree = QuadTree(Rect(0, 0, 16, 16), capacity=1)
    tree.insert(1, 1)
    tree.insert(3, 3)
    assert tree.visited(Rect(9, 1, 12, 3)) == 2
    assert tree.visited(Rect(0, 0, 16, 16)) == 13
