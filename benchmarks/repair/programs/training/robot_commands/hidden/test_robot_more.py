import pytest

from robot import Robot


@pytest.mark.parametrize("facing", ["north", "east", "south", "west"])
def test_all_round(facing):
    for word in ("left", "right"):
        robot = Robot(facing=facing)
        assert robot.run(f"repeat 4 {{ {word} }}")[2] == facing


@pytest.mark.parametrize("facing, left, right", [("north", "west", "east"), ("east", "north", "south"), ("south", "east", "west"), ("west", "south", "north")])
def test_turns(facing, left, right):
    assert Robot(facing=facing).run("left")[2] == left
    assert Robot(facing=facing).run("right")[2] == right


def test_there_and_back():
    assert Robot(facing="west").run("left right") == (0, 0, "west")
