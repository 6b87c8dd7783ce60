import pytest
from robot_grid import Floor, Robot, expand


def open_floor():
    return Floor(["....."] * 5)


@pytest.mark.parametrize("start,end", zip("NESW", "WNES"))
def test_left_each(start, end):
    r = Robot(open_floor(), 2, 2, start)
    r.turn("L")
    assert r.heading == end


@pytest.mark.parametrize("start,end", zip("NESW", "ESWN"))
def test_right_each(start, end):
    r = Robot(open_floor(), 2, 2, start)
    r.turn("R")
    assert r.heading == end


def test_square_left():
    r = Robot(open_floor(), 1, 3, "E")
    assert r.run("4(2FL)") == (1, 3, "E")
    assert r.bumps == 0
    assert (3, 1) in r.trail


def test_backward_after_left():
    assert Robot(open_floor(), 2, 2, "S").run("LB") == (1, 2, "E")


def test_nested_expand():
    assert expand("2(L2(FB))") == "LFBFBLFBFB"


def test_three_left_is_right():
    assert Robot(open_floor()).run("3L")[2] == "S"
