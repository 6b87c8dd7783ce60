import pytest

from league_board import LeagueBoard


def play(*goals):
    board = LeagueBoard()
    for home, away in goals:
        board.record("A", "B", home, away)
    return board


def test_draw_ends_the_streak_of_both():
    board = LeagueBoard()
    board.record("A", "C", 1, 0)
    board.record("B", "C", 1, 0)
    board.record("A", "B", 0, 0)
    assert board.team("A").streak == 0
    assert board.team("B").streak == 0
    assert board.hottest() == []


def test_draw_of_guest():
    board = LeagueBoard()
    board.record("A", "B", 1, 0)
    board.record("B", "A", 1, 1)
    assert board.team("A").streak == 0


def test_best_streak_survives_draw():
    team = play((1, 0), (1, 0), (0, 0), (1, 0)).team("A")
    assert (team.streak, team.best_streak) == (1, 2)


def test_draws_only():
    team = play((0, 0), (1, 1)).team("A")
    assert (team.draws, team.streak, team.best_streak, team.points) == (2, 0, 0, 2)


def test_draw_after_defeat():
    board = play((0, 1), (0, 0))
    assert board.team("A").streak == 0
    assert board.team("B").streak == 0
    assert board.team("B").best_streak == 1


def test_streak_counts_wins_in_a_row():
    team = play((1, 0), (0, 1), (2, 0), (3, 0), (4, 0)).team("A")
    assert (team.streak, team.best_streak) == (3, 3)


def test_draw_leaves_others_alone():
    board = LeagueBoard()
    board.record("A", "B", 1, 0)
    board.record("C", "D", 1, 1)
    assert board.hottest() == ["A"]


def test_two_hottest():
    board = LeagueBoard()
    board.record("B", "C", 1, 0)
    board.record("A", "D", 1, 0)
    assert board.hottest() == ["A", "B"]


def test_played_and_goals():
    team = play((1, 0), (2, 2), (0, 3)).team("A")
    assert (team.played, team.scored, team.conceded, team.difference) == (3, 3, 5, -2)


def test_empty():
    assert LeagueBoard().ranking() == []
    assert LeagueBoard().hottest() == []
    with pytest.raises(KeyError):
        LeagueBoard().rank_of("A")


def test_all_equal():
    board = LeagueBoard(["C", "A", "B"])
    assert [(rank, t.name) for rank, t in board.ranking()] == [(1, "A"), (1, "B"), (1, "C")]


def test_names_are_stripped():
    board = LeagueBoard([" A "])
    board.record("A", "B ", 1, 0)
    assert board.rank_of(" A") == 1
    assert len(board.ranking()) == 2
