import pytest

from dice import Dice, parse


class Fixed:
    def __init__(self, *faces):
        self.faces = list(faces)

    def randint(self, low, high):
        return self.faces.pop(0)


@pytest.mark.parametrize("keep,total", [(1, 1), (2, 3), (3, 6), (4, 10), (5, 15)])
def test_lowest(keep, total):
    assert parse(f"5d6kl{keep}").roll(Fixed(3, 5, 1, 4, 2)) == total


def test_faces_in_falling_order():
    assert Dice(4, 6, 2, "l").roll(Fixed(1, 4, 2, 6)) == [2, 1]


def test_subtracted():
    assert parse("10-3d6kl2").roll(Fixed(6, 1, 2)) == 7
