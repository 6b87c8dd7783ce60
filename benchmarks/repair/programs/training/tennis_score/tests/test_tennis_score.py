import pytest
from tennis_score import Match


def test_start():
    assert Match().game_score() == "0-0"


def test_simple_points():
    assert Match().play("ABA").game_score() == "30-15"


def test_love_game():
    m = Match().play("AAAA")
    assert m.games == [1, 0]
    assert m.points == [0, 0]


def test_deuce():
    assert Match().play("AAABBB").game_score() == "deuce"


def test_advantage():
    m = Match().play("AAABBBB")
    assert m.game_score() == "advantage B"
    assert m.games == [0, 0]


def test_back_to_deuce():
    assert Match().play("ABABABAB").game_score() == "deuce"


def test_set():
    m = Match().play("AAAA" * 6)
    assert m.sets == [(6, 0)]
    assert m.summary() == "6-0 0-0 0-0"


def test_match_over():
    m = Match().play("BBBB" * 12)
    assert m.winner == "B"
    assert m.summary() == "0-6 0-6 B"
    with pytest.raises(RuntimeError):
        m.point(0)


def test_seven_five():
    m = Match().play("AAAABBBB" * 5 + "AAAA")
    assert m.games == [6, 5]
    assert m.play("AAAA").sets == [(7, 5)]
