import pytest

from dice import Dice, DiceError, Expression, parse


class Fixed:
    """Random numbers that are known beforehand."""

    def __init__(self, *faces):
        self.faces = list(faces)

    def randint(self, low, high):
        return self.faces.pop(0)


def test_plain():
    assert parse("3d6") == Expression((Dice(3, 6, 3),))


def test_one_die_with_bonus():
    assert parse("d20 + 5") == Expression((Dice(1, 20, 1),), 5)


def test_percent():
    assert parse("d%").dice[0].sides == 100


def test_roll_adds_up():
    assert parse("2d6+1d4-2").roll(Fixed(3, 5, 4)) == 10


def test_keep_highest():
    assert parse("4d6kh3").roll(Fixed(1, 6, 2, 5)) == 13


def test_keep_lowest_one_of_four():
    assert parse("4d6kl1").roll(Fixed(4, 6, 2, 5)) == 2


def test_advantage_and_disadvantage():
    assert parse("2d20kh").roll(Fixed(7, 15)) == 15
    assert parse("2d20kl").roll(Fixed(7, 15)) == 7


def test_keep_lowest_of_one():
    assert parse("d8kl+1").roll(Fixed(6)) == 7


def test_span():
    assert parse("4d6kh3-d4+2").span() == (1, 19)


@pytest.mark.parametrize("text", ["", "d", "2d6 3", "abc", "2d6kh3"])
def test_errors(text):
    with pytest.raises(DiceError):
        parse(text)
