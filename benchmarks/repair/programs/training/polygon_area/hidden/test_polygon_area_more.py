import pytest

from polygon import Polygon, regular_rectangle


def test_edges_order():
    assert Polygon([(0, 0), (1, 0), (0, 1)]).edges() == [
        ((0, 0), (1, 0)), ((1, 0), (0, 1)), ((0, 1), (0, 0))]


def test_square_perimeter():
    assert regular_rectangle(5, 5, 3, 3).perimeter() == pytest.approx(12)


@pytest.mark.parametrize("dx,dy", [(0, 0), (10, 0), (-3, 7)])
def test_area_translation_invariant(dx, dy):
    p = Polygon([(0, 0), (6, 0), (6, 2), (0, 3)]).moved(dx, dy)
    assert p.area() == 15


def test_contains_several():
    p = Polygon([(0, 0), (10, 0), (10, 10)])
    assert p.contains(8, 3)
    assert not p.contains(2, 8)
    assert not p.contains(-1, 5)


def test_points_unchanged():
    p = Polygon([(0, 0), (1, 0), (0, 1)])
    p.edges()
    assert len(p.points) == 3
