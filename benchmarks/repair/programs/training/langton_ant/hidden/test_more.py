from langton_ant import Ant, picture


def test_two_steps():
    ant = Ant()
    ant.run(2)
    assert ant.black == {(0, 0), (1, 0)}


def test_five_steps():
    ant = Ant()
    assert ant.run(5) == 3
    assert (ant.place, ant.heading) == ((-1, 0), 3)


def test_black_row():
    ant = Ant([(0, 0), (-1, 0)])
    ant.run(2)
    assert ant.black == set()
    assert ant.place == (-1, 1)


def test_given_cells_are_drawn():
    assert picture(Ant([(1, -1)]), 1) == ["..#", "...", "..."]


def test_eleven_steps():
    assert Ant().run(11) == 7
