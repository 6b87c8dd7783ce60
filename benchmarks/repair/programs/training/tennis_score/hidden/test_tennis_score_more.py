import pytest
from tennis_score import Match


def at_tiebreak():
    return Match().play("AAAABBBB" * 6)


def test_tiebreak_score():
    m = at_tiebreak().play("AAB")
    assert m.tiebreak
    assert m.game_score() == "2-1"


def test_tiebreak_seven_five():
    assert at_tiebreak().play("AAAAABBBBBAA").sets == [(7, 6)]


def test_tiebreak_by_two():
    m = at_tiebreak().play("AAAAAABBBBBBA")
    assert m.game_score() == "7-6"
    assert m.sets == []
    m.play("BBB")
    assert m.sets == [(6, 7)]


@pytest.mark.parametrize("text,games", [
    ("AAABBBABAA", [1, 0]),
    ("AAABBBABBB", [0, 1]),
    ("AAABBBABAB", [0, 0]),
    ("AABBAA", [1, 0]),
    ("AAABBBA", [0, 0]),
])
def test_long_games(text, games):
    assert Match().play(text).games == games


def test_forty_thirty_win():
    m = Match().play("AABBA")
    assert m.game_score() == "40-30"


def test_best_of_one():
    assert Match(("X", "Y"), 1).play("YYYY" * 6).winner == "Y"
