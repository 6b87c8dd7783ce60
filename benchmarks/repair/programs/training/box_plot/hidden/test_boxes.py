import pytest

from box_plot import draw, quartiles, summarize


def test_three():
    assert quartiles([3, 1, 2]) == (1, 2, 3)


def test_five():
    assert quartiles([2, 4, 6, 8, 10]) == (3, 6, 9)


def test_eleven():
    assert quartiles([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]) == (3, 6, 9)


def test_mirrored():
    values = [1, 2, 4, 8, 16, 32, 64]
    q1, middle, q3 = quartiles(values)
    assert quartiles([-value for value in values]) == (-q3, -middle, -q1)


def test_six():
    assert quartiles([1, 2, 3, 4, 5, 6]) == (2, 3.5, 5)


def test_same_values():
    box = summarize([4, 4, 4, 4, 4])
    assert (box.low, box.q1, box.q3, box.high, box.outliers) == (4, 4, 4, 4, ())


def test_drawn_from_values():
    assert draw(summarize([0, 2, 4, 6, 8]), 0, 8, width=9) == "|[==#==]|"


def test_nothing():
    with pytest.raises(ValueError):
        summarize([])
