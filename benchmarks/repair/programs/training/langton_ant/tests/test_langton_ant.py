from langton_ant import Ant, picture


def test_start():
    ant = Ant()
    assert (ant.place, ant.heading, ant.black) == ((0, 0), 0, set())


def test_first_step_goes_right():
    ant = Ant()
    ant.step()
    assert (ant.place, ant.heading) == ((1, 0), 1)


def test_first_step_on_black_goes_left():
    ant = Ant([(0, 0)])
    ant.step()
    assert (ant.place, ant.heading) == ((-1, 0), 3)


def test_first_step_flips_the_start():
    ant = Ant()
    ant.step()
    assert ant.black == {(0, 0)}


def test_black_becomes_white():
    ant = Ant([(0, 0)])
    assert ant.run(1) == 0


def test_square():
    ant = Ant()
    assert ant.run(4) == 4
    assert ant.place == (0, 0)


def test_picture_of_nothing():
    assert picture(Ant(), 1) == ["...", "...", "..."]


def test_picture():
    ant = Ant()
    ant.run(5)
    assert picture(ant, 1) == ["...", "..#", ".##"]


def test_no_steps():
    assert Ant([(3, 3)]).run(0) == 1
