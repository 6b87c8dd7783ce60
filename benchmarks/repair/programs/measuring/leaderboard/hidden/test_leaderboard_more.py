from leaderboard import League


def test_three_share_the_top():
    league = League("abcd")
    for name in "abc":
        league.record(name, "d", "1:0")
    assert [rank for rank, _ in league.ranking()] == [1, 1, 1, 4]
    assert league.table()[-1].startswith("4.  d")


def test_tie_in_the_middle():
    league = League("abcd")
    league.record("a", "d", "5:0")
    assert [rank for rank, _ in league.ranking()] == [1, 2, 2, 4]


def test_relegation_of_two():
    league = League("abcd")
    league.record("a", "c", "1:0")
    league.record("b", "d", "1:0")
    assert league.relegated(2) == ["c", "d"]
