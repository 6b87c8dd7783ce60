import pytest

from layout import Window, overlap

MIDDLE = Window(10, 10, 10, 10)


@pytest.mark.parametrize("dx, dy", [(10, 0), (-10, 0), (0, 10), (0, -10), (10, 10), (-10, 10)])
def test_touching(dx, dy):
    assert not overlap(MIDDLE, MIDDLE.moved(dx, dy))


@pytest.mark.parametrize("dx, dy", [(9, 0), (-9, 0), (0, 9), (0, -9), (9, -9), (0, 0)])
def test_just_overlapping(dx, dy):
    assert overlap(MIDDLE, MIDDLE.moved(dx, dy))
