import pytest

from bowling import Game, RollError


def test_open_frames():
    assert Game([3, 4] * 10).score() == 70


def test_spare():
    assert Game([5, 5, 3, 1]).frame_scores() == [13, 4]


def test_strike():
    assert Game([10, 3, 4]).frame_scores() == [17, 7]


def test_uncertain_frames():
    assert Game([1, 2, 10, 5]).frame_scores() == [3]


def test_two_strikes_in_a_row():
    assert Game([10, 10, 4, 2]).frame_scores() == [24, 16, 6]


def test_all_spares():
    assert Game([5] * 21).score() == 150


def test_perfect_game():
    game = Game([10] * 12)
    assert game.score() == 300
    assert game.current is None


def test_last_frame():
    assert Game([0] * 18 + [10, 4, 6]).score() == 20


def test_scoreboard():
    assert Game([10, 10, 7, 3, 0, 9]).board() == "X X 7/ -9 = 66"


def test_too_many_pins():
    with pytest.raises(RollError, match="5 of 4 pins"):
        Game([6, 5])


def test_game_over():
    with pytest.raises(RollError):
        Game([0] * 21)
