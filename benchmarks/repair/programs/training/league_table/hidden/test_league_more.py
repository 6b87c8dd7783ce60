from league import ranks, table


def test_losers():
    rows = table([("a", "b", 9, 0), ("c", "d", 5, 4)])
    assert [row[0] for row in rows] == ["a", "c", "d", "b"]


def test_equal_goals_other_difference():
    rows = table([("a", "b", 3, 0), ("c", "d", 3, 1)])
    assert ranks(rows)[:2] == [1, 2]
