import pytest

from leaderboard import League, Team


@pytest.fixture
def league():
    league = League(["Reds", "Blues", "Greens", "Golds"])
    league.record("Reds", "Blues", "2:0")
    league.record("Greens", "Golds", "2:0")
    return league


def test_points():
    team = Team("x")
    team.played(2, 1)
    team.played(1, 1)
    team.played(0, 4)
    assert (team.points, team.difference) == (4, -3)


def test_form():
    team = Team("x")
    for goals in (0, 3, 1, 1, 0, 2):
        team.played(goals, 1)
    assert team.form == "WLDDW"


def test_new_league_is_a_tie():
    assert [rank for rank, _ in League("abc").ranking()] == [1, 1, 1]


def test_names_decide_the_order_of_equals(league):
    assert [team.name for _, team in league.ranking()] == ["Greens", "Reds", "Blues", "Golds"]


def test_ranks_after_a_tie(league):
    assert [rank for rank, _ in league.ranking()] == [1, 1, 3, 3]


def test_clear_order(league):
    league.record("Reds", "Golds", "1:0")
    league.record("Blues", "Golds", "1:0")
    assert [(rank, team.name) for rank, team in league.ranking()] == [
        (1, "Reds"), (2, "Greens"), (3, "Blues"), (4, "Golds"),
    ]


def test_table(league):
    assert league.table()[:2] == ["1.  Greens        1  +2   3", "    Reds          1  +2   3"]


def test_table_of_one():
    assert League(["Solo"]).table() == ["1.  Solo          0  +0   0"]


def test_nobody_is_relegated_alone(league):
    assert league.relegated() == []


def test_relegated(league):
    league.record("Blues", "Golds", "1:0")
    assert league.relegated() == ["Golds"]
