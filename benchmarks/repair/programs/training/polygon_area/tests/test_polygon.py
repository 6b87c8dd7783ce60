import pytest

from polygon import Polygon, regular_rectangle


def test_needs_three_points():
    with pytest.raises(ValueError):
        Polygon([(0, 0), (1, 1)])


def test_perimeter_of_triangle():
    assert Polygon([(0, 0), (3, 0), (3, 4)]).perimeter() == pytest.approx(12)


def test_area_at_origin():
    assert regular_rectangle(0, 0, 2, 5).area() == 10


def test_area_of_moved_rectangle():
    assert regular_rectangle(0, 0, 2, 5).moved(3, 1).area() == 10


def test_orientation():
    pts = [(0, 0), (4, 0), (4, 4)]
    assert not Polygon(pts).is_clockwise()
    assert Polygon(pts[::-1]).is_clockwise()


def test_bounding_box():
    assert Polygon([(1, 5), (-2, 3), (4, 9)]).bounding_box() == (-2, 3, 4, 9)


def test_edge_count():
    assert len(regular_rectangle(1, 1, 2, 2).edges()) == 4


def test_contains_inside():
    assert regular_rectangle(0, 0, 4, 4).contains(2, 2)


def test_contains_outside_right():
    assert not regular_rectangle(0, 0, 4, 4).contains(9, 2)


def test_contains_left_of_closing_edge():
    assert not regular_rectangle(0, 0, 4, 4).contains(-1, 2)
