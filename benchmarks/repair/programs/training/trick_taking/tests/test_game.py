import pytest

from cards import Card
from game import Game, IllegalMove


def play_all(game, text):
    return [game.play(word) for word in text.split()]


def test_card():
    assert str(Card.parse("TD")) == "TD"
    with pytest.raises(ValueError):
        Card.parse("1D")


def test_highest_card_wins():
    game = Game(["2S 3S", "KS 4S", "TS 5S"])
    assert play_all(game, "2S KS TS") == [None, None, 1]
    assert game.turn == 1


def test_trump_wins():
    game = Game(["AS", "2H", "KS"], trump="H")
    assert play_all(game, "AS 2H KS")[-1] == 1


def test_higher_trump_wins():
    game = Game(["AS", "2H", "3H"], trump="H")
    assert play_all(game, "AS 2H 3H")[-1] == 2


def test_discard():
    game = Game(["9S", "JS", "KD"], trump="H")
    assert play_all(game, "9S JS KD")[-1] == 1


def test_must_follow():
    game = Game(["2S 3S", "4S AD", "5S 6S"])
    game.play("2S")
    with pytest.raises(IllegalMove, match="has to follow S"):
        game.play("AD")
    assert game.legal(1) == [Card("4", "S")]


def test_card_of_somebody_else():
    game = Game(["2S", "3S"])
    with pytest.raises(IllegalMove, match="player 0 doesn't have 3S"):
        game.play("3S")


def test_whole_game():
    game = Game(["AC 2D 7H", "3C KD 2H", "TC 4S 9D"], trump="S")
    assert play_all(game, "AC 3C TC") == [None, None, 0]
    assert play_all(game, "2D KD 9D") == [None, None, 1]
    assert play_all(game, "2H 4S 7H") == [None, None, 2]
    assert game.over
    assert game.leaders() == [0, 1, 2]


def test_unequal_hands():
    with pytest.raises(ValueError):
        Game(["2S", "3S 4S"])
