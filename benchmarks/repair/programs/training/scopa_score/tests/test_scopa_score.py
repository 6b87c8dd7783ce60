import pytest

from scopa_score import InvalidRound, Match, Pile, parse_card, round_points

STRONG = "7D 7C 7S 7B 1D 2D 3C"
WEAK = "4D 5C 6S 10B"


def test_parse_card():
    assert parse_card(" 10b ") == (10, "B")
    for bad in ("11D", "7X", "", "D"):
        with pytest.raises(InvalidRound):
            parse_card(bad)


def test_primiera():
    assert Pile.of(STRONG).primiera() == 84
    assert Pile.of("7D 7C 7S").primiera() == 0


def test_all_points():
    assert round_points(Pile.of(STRONG), Pile.of(WEAK)) == [
        ("cards", 0, 1), ("coins", 0, 1), ("settebello", 0, 1), ("primiera", 0, 1)]
    assert [who for _, who, _ in round_points(Pile.of(WEAK), Pile.of(STRONG))] == [1] * 4


def test_sweeps():
    points = round_points(Pile.of(STRONG, sweeps=2), Pile.of(WEAK, sweeps=1))
    assert points[4:] == [("sweeps", 0, 2), ("sweeps", 1, 1)]


def test_same_number_of_cards():
    points = round_points(Pile.of("7D 1D 2C 3C"), Pile.of("3D 4C 5S 6B"))
    assert points == [("coins", 0, 1), ("settebello", 0, 1), ("primiera", 1, 1)]


def test_same_number_of_coins():
    first, second = Pile.of("7D 7C 7S 6B 2C"), Pile.of("1D 1C 1S 1B")
    assert Match("Ada", "Ben").play(first, second) == (3, 0)


def test_taken_twice():
    with pytest.raises(InvalidRound):
        round_points(Pile.of("7D 1C"), Pile.of("1C"))


def test_match():
    match = Match("Ada", "Ben", target=8)
    assert match.dealer == "Ada"
    assert match.play(Pile.of(STRONG), Pile.of(WEAK)) == (4, 0)
    assert match.dealer == "Ben"
    match.play(Pile.of(STRONG), Pile.of(WEAK, sweeps=1))
    assert match.report() == "Ada 8 - 1 Ben after 2 rounds, Ada wins"
    with pytest.raises(InvalidRound):
        match.play(Pile.of(STRONG), Pile.of(WEAK))


def test_level_match_goes_on():
    match = Match("Ada", "Ben", target=4)
    match.play(Pile.of(STRONG), Pile.of(WEAK, sweeps=4))
    assert match.winner is None
    assert match.report() == "Ada 4 - 4 Ben after 1 rounds"


def test_undo():
    match = Match("Ada", "Ben")
    match.play(Pile.of(STRONG), Pile.of(WEAK))
    match.undo()
    assert match.scores == [0, 0]
    assert match.dealer == "Ada"


def test_names():
    with pytest.raises(ValueError):
        Match("Ada", "Ada")
