from game import Game, Trick
from cards import Card


def play_all(game, text):
    return [game.play(word) for word in text.split()]


def test_no_trump_everybody_discards():
    game = Game(["2C", "AD", "AH", "AS"])
    assert play_all(game, "2C AD AH AS")[-1] == 0
    assert game.tricks == [1, 0, 0, 0]


def test_equal_ranks():
    game = Game(["QS 2S", "QD 3D"], trump="C")
    assert play_all(game, "QS QD") == [None, 0]
    assert play_all(game, "2S 3D") == [None, 0]
    assert game.leaders() == [0]


def test_lead_is_trump():
    game = Game(["2H", "AS", "KD"], trump="H")
    assert play_all(game, "2H AS KD")[-1] == 0


def test_discard_before_the_winner():
    game = Game(["5D", "KC", "6D"])
    assert play_all(game, "5D KC 6D")[-1] == 2


def test_seats_do_not_matter():
    trick = Trick("C")
    for player, text in [(2, "3H"), (0, "AS"), (1, "4H")]:
        trick.add(player, Card.parse(text))
    assert trick.winner() == 1
