import pytest

from bracket import Bracket, BracketError, seed_order


@pytest.fixture
def full():
    b = Bracket(["A", "B", "C", "D"])
    b.record(0, 0, 3, 1)
    b.record(0, 1, 0, 2)
    return b


def test_seed_order():
    assert seed_order(8) == [1, 8, 4, 5, 2, 7, 3, 6]


def test_byes():
    b = Bracket(["A", "B", "C"])
    assert b.open_matches() == [(0, 1)]
    b.record(0, 1, 1, 0)
    assert b.rounds[1][0].players == ["A", "B"]


def test_play(full):
    assert full.alive() == ["A", "C"]
    full.record(1, 0, 1, 2)
    assert full.champion() == "C"
    assert full.wins("C") == 2


def test_no_draws(full):
    with pytest.raises(BracketError):
        full.record(1, 0, 1, 1)
    assert full.champion() is None


def test_not_ready():
    with pytest.raises(BracketError):
        Bracket(["A", "B", "C", "D"]).record(1, 0, 1, 0)


def test_annul_last_result(full):
    full.record(1, 0, 1, 2)
    full.annul(1, 0)
    assert full.champion() is None
    assert full.open_matches() == [(1, 0)]


def test_annul_first_round(full):
    full.annul(0, 1)
    assert full.open_matches() == [(0, 1)]
    assert full.alive() == ["A", "B", "C"]


def test_annul_takes_final_with_it(full):
    full.record(1, 0, 1, 2)
    full.annul(0, 0)
    assert full.champion() is None
    assert full.wins("C") == 1
    assert full.alive() == ["A", "C", "D"]


def test_replay_after_annul(full):
    full.record(1, 0, 4, 2)
    full.annul(0, 1)
    full.record(0, 1, 5, 2)
    full.record(1, 0, 0, 1)
    assert full.champion() == "B"


def test_annul_open_match(full):
    full.annul(1, 0)
    assert full.rounds[1][0].players == ["A", "C"]
