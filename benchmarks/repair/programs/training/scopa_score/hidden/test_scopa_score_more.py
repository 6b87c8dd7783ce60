import pytest

from scopa_score import InvalidRound, Match, Pile, round_points


def reasons(first, second):
    return {reason: who for reason, who, _ in round_points(Pile.of(first), Pile.of(second))}


def test_level_cards():
    assert "cards" not in reasons("1D 2D", "1C 2C")


def test_level_coins():
    assert "coins" not in reasons("1D 2C 3C", "2D")


def test_no_coins_at_all():
    assert reasons("1C 2C", "3C") == {"cards": 0}


def test_level_primiera():
    assert reasons("7D 7C 6S 6B 1D", "6D 6C 7S 7B") == {"cards": 0, "coins": 0, "settebello": 0}


def test_both_without_primiera():
    assert reasons("1D 2D 3C", "4S 5S") == {"cards": 0, "coins": 0}


def test_one_without_primiera():
    assert reasons("1D 2D 3C", "4S 5B 4C 4D") == {"cards": 1, "coins": 0, "primiera": 1}


def test_second_has_more_of_all():
    assert reasons("2C", "7D 1C 1S 1B") == {"cards": 1, "coins": 1, "settebello": 1, "primiera": 1}


def test_all_level_but_settebello():
    assert reasons("7D 1C", "1D 2C") == {"settebello": 0}


def test_empty_round():
    assert round_points(Pile(), Pile()) == []


def test_sweeps_only():
    match = Match("x", "y")
    assert match.play(Pile(sweeps=2), Pile(sweeps=3)) == (2, 3)
    assert match.scores == [2, 3]


def test_level_round_in_match():
    match = Match("x", "y")
    assert match.play(Pile.of("1D 2C"), Pile.of("2D 1C")) == (0, 0)
    assert match.report() == "x 0 - 0 y after 1 rounds"


def test_full_deck():
    low = " ".join(f"{v}{s}" for s in "DCSB" for v in (1, 2, 3, 4, 5))
    high = " ".join(f"{v}{s}" for s in "DCSB" for v in (6, 7, 8, 9, 10))
    assert reasons(low, high) == {"settebello": 1, "primiera": 1}


def test_bad_card():
    with pytest.raises(InvalidRound):
        Pile.of("0D")
