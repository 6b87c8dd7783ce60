import pytest

from robot import ProgramError, Robot, Stuck, compile_program


def test_forward_and_back():
    assert Robot().run("forward 5 back 2") == (0, 3, "north")


def test_right():
    assert Robot().run("right forward 2") == (2, 0, "east")


def test_left():
    assert Robot().run("left forward 2") == (-2, 0, "west")


def test_square():
    assert Robot().run("repeat 4 { forward 3 right }") == (0, 0, "north")


def test_nested_repeat():
    assert len(compile_program("repeat 2 { forward 1 repeat 3 {left} }")) == 8


@pytest.mark.parametrize("text", ["jump", "forward", "forward x", "repeat 2 left", "repeat 2 {", "left }"])
def test_errors(text):
    with pytest.raises(ProgramError):
        compile_program(text)


def test_wall():
    robot = Robot(walls=[(0, 2)])
    with pytest.raises(Stuck):
        robot.run("forward 5")
    assert robot.y == 1


def test_carry():
    robot = Robot(things=[(0, 1)])
    robot.run("forward 1 grab forward 2 drop")
    assert robot.things == {(0, 3)}


def test_nothing_to_grab():
    with pytest.raises(Stuck):
        Robot().run("grab")
