import pytest

from minefield import Field, Game, State


@pytest.fixture
def game():
    return Game(Field.parse("*---\n----\n----\n---*"))


def test_numbers(game):
    assert game.field.number((1, 1)) == 1
    assert game.field.number((0, 3)) == 0


def test_open_number(game):
    game.open((0, 1))
    assert game.draw() == "#1##\n####\n####\n####"


def test_open_area(game):
    game.open((0, 3))
    assert game.state is State.WON
    assert game.draw() == "#1..\n11..\n..11\n..1#"


def test_lose(game):
    game.open((0, 0))
    assert game.state is State.LOST
    assert game.draw().count("*") == 2
    with pytest.raises(RuntimeError, match="lost"):
        game.open((1, 1))


def test_flag_protects(game):
    game.toggle_flag((0, 0))
    game.open((0, 0))
    assert game.state is State.PLAYING
    assert game.mines_left == 1


def test_flag_toggles(game):
    game.toggle_flag((0, 0))
    game.toggle_flag((0, 0))
    assert game.mines_left == 2


def test_flags_stay_when_an_area_opens(game):
    game.toggle_flag((1, 3))
    game.open((0, 2))
    assert (1, 3) not in game.opened
    assert game.draw() == "#1..\n11.F\n..11\n..1#"


def test_wrong_flag_keeps_game_open(game):
    game.toggle_flag((1, 1))
    game.open((3, 0))
    assert game.state is State.PLAYING
    assert game.mines_left == 1
    game.toggle_flag((1, 1))
    game.open((1, 1))
    assert game.state is State.WON


def test_open_around(game):
    game.open((1, 1))
    game.open_around((1, 1))
    assert len(game.opened) == 1
    game.toggle_flag((0, 0))
    game.open_around((1, 1))
    assert game.state is State.WON


def test_outside(game):
    with pytest.raises(IndexError):
        game.open((4, 0))


def test_mine_outside():
    with pytest.raises(ValueError):
        Field(2, 2, [(2, 0)])
