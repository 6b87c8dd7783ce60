import pytest
from robot_grid import Floor, Robot, expand

ROWS = ["....", ".#..", "...."]


def robot(**kw):
    return Robot(Floor(ROWS), **kw)


def test_forward():
    assert robot().run("FF") == (2, 0, "E")


def test_right_turns():
    assert robot().run("R") == (0, 0, "S")
    assert robot().run("4R") == (0, 0, "E")


def test_left_turn():
    assert robot(y=2).run("LF") == (0, 1, "N")


def test_left_undoes_right():
    assert robot(heading="W").run("RL")[2] == "W"


def test_wall_and_border():
    r = robot(y=1)
    assert r.run("F") == (0, 1, "E")
    assert r.run("BB") == (0, 1, "E")
    assert r.bumps == 3


def test_trail():
    r = robot()
    r.run("FRF")
    assert r.trail == [(0, 0), (1, 0)]


def test_expand():
    assert expand("2(F2R)L") == "FRRFRRL"
    assert expand("") == ""


def test_expand_errors():
    for bad in ("X", "2", "(F", "F)"):
        with pytest.raises(SyntaxError):
            expand(bad)
