import pytest

from league_board import LeagueBoard


@pytest.fixture
def board():
    return LeagueBoard(["Reds", "Blues", "Greens"])


def test_points(board):
    board.record("Reds", "Blues", 2, 0)
    board.record("Reds", "Greens", 1, 1)
    assert board.team("Reds").points == 4
    assert board.team("Blues").points == 0
    assert board.team("Greens").difference == 0


def test_away_win(board):
    board.record("Reds", "Blues", 0, 3)
    assert board.team("Blues").wins == 1
    assert board.team("Reds").losses == 1
    assert board.team("Blues").scored == 3


def test_shared_rank(board):
    board.record("Reds", "Blues", 1, 1)
    assert [(rank, t.name) for rank, t in board.ranking()] == [
        (1, "Blues"), (1, "Reds"), (3, "Greens")]
    assert board.rank_of("Greens") == 3


def test_goals_decide(board):
    board.record("Reds", "Greens", 1, 0)
    board.record("Blues", "Greens", 3, 0)
    assert [board.rank_of(n) for n in ("Blues", "Reds", "Greens")] == [1, 2, 3]


def test_streak(board):
    board.record("Reds", "Blues", 1, 0)
    board.record("Greens", "Reds", 0, 1)
    assert board.team("Reds").streak == 2
    assert board.hottest() == ["Reds"]


def test_streak_ends_with_defeat(board):
    for goals in (1, 1, -1):
        board.record("Reds", "Blues", 1, 1 - goals)
    assert board.team("Reds").streak == 0
    assert board.team("Reds").best_streak == 2
    assert board.hottest() == ["Blues"]


def test_streak_ends_with_draw(board):
    board.record("Reds", "Blues", 1, 0)
    board.record("Reds", "Blues", 2, 2)
    assert board.team("Reds").streak == 0
    assert board.hottest() == []
    board.record("Reds", "Blues", 1, 0)
    assert board.team("Reds").best_streak == 1


def test_bad_results(board):
    with pytest.raises(ValueError):
        board.record("Reds", "Reds ", 1, 0)
    with pytest.raises(ValueError):
        board.record("Reds", "Blues", -1, 0)
    assert board.results == []


def test_show(board):
    board.record("Reds", "Blues", 1, 0)
    assert board.show() == [" 1. Reds    1   3", " 2. Greens  0   0", " 3. Blues   1   0"]
