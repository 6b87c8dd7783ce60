from minefield import Minefield, State


def test_count_middle():
    assert Minefield(["*.*", "...", "*.*"]).count(1, 1) == 4


def test_neighbours_bottom_right():
    assert sorted(Minefield(["...", "...", "..."]).around(2, 2)) == [(1, 1), (1, 2), (2, 1)]


def test_neighbours_corner():
    assert sorted(Minefield(["...", "...", "..."]).around(0, 0)) == [(0, 1), (1, 0), (1, 1)]


def test_lost():
    f = Minefield(["*."])
    assert f.reveal(0, 0) is State.LOST
    assert f.render() == ["*#"]


def test_flag_protects():
    f = Minefield(["*.", ".."])
    f.flag(0, 0)
    assert f.reveal(0, 0) is State.PLAYING
    f.flag(0, 0)
    assert f.flags == set()


def test_single_reveal():
    f = Minefield(["...", ".*.", "..."])
    f.reveal(2, 2)
    assert f.render() == ["###", "###", "##1"]


def test_flood():
    f = Minefield(["....", "....", "...*"])
    assert f.reveal(0, 0) is State.WON
    assert f.render() == ["....", "..11", "..1#"]
