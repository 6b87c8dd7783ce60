import pytest

from bracket import Bracket, BracketError


@pytest.fixture
def eight():
    b = Bracket(list("ABCDEFGH"))
    for round_no, count in enumerate((4, 2, 1)):
        for number in range(count):
            b.record(round_no, number, 2, 1)
    return b


def test_all_first(eight):
    assert eight.champion() == "A"
    assert eight.wins("A") == 3


def test_three_rounds(eight):
    eight.annul(0, 0)
    assert eight.champion() is None
    assert eight.rounds[1][0].score is None
    assert eight.rounds[2][0].score is None
    assert eight.rounds[2][0].players == [None, "B"]
    assert eight.rounds[1][0].players == [None, "D"]


def test_other_half_untouched(eight):
    eight.annul(0, 3)
    assert eight.rounds[1][0].winner == "A"
    assert eight.rounds[1][1].players == ["B", None]
    assert eight.rounds[2][0].players == ["A", None]


def test_open_after_annul(eight):
    eight.annul(0, 2)
    assert eight.open_matches() == [(0, 2)]


def test_alive_after_annul(eight):
    eight.annul(0, 0)
    assert eight.alive() == ["A", "B", "D", "H"]


def test_semi_final(eight):
    eight.annul(1, 0)
    assert eight.champion() is None
    assert eight.open_matches() == [(1, 0)]
    assert eight.rounds[0][0].winner == "A"


def test_replay_all(eight):
    eight.annul(0, 0)
    eight.record(0, 0, 0, 1)
    eight.record(1, 0, 1, 0)
    eight.record(2, 0, 1, 0)
    assert eight.champion() == "H"


def test_annul_twice(eight):
    eight.annul(0, 0)
    eight.annul(0, 1)
    assert eight.rounds[1][0].players == [None, None]
    assert eight.wins("B") == 2


def test_annul_unplayed_below():
    b = Bracket(list("ABCDEFGH"))
    b.record(0, 0, 1, 0)
    b.annul(0, 0)
    assert len(b.open_matches()) == 4


def test_bye_stays():
    b = Bracket(["A", "B", "C"])
    b.record(0, 1, 0, 1)
    b.record(1, 0, 1, 0)
    b.annul(0, 1)
    assert b.rounds[1][0].players == ["A", None]
    assert b.champion() is None
    assert b.open_matches() == [(0, 1)]


def test_final_only():
    b = Bracket(["A", "B"])
    b.record(0, 0, 1, 0)
    b.annul(0, 0)
    b.record(0, 0, 0, 1)
    assert b.champion() == "B"


def test_no_such_match(eight):
    with pytest.raises(BracketError):
        eight.annul(3, 0)
