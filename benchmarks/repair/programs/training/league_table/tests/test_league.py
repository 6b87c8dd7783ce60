from league import champion, ranks, shown, table


def test_points():
    assert [row[:3] for row in table([("a", "b", 1, 0)])] == [("a", 1, 3), ("b", 1, 0)]


def test_draw():
    assert table([("a", "b", 1, 1)]) == [("a", 1, 1, 0, 1), ("b", 1, 1, 0, 1)]


def test_difference_decides():
    rows = table([("a", "x", 1, 0), ("b", "y", 5, 4), ("c", "z", 3, 0)])
    assert [row[0] for row in rows[:3]] == ["c", "b", "a"]


def test_difference_before_goals():
    rows = table([("a", "x", 4, 3), ("b", "y", 2, 0)])
    assert [row[0] for row in rows[:2]] == ["b", "a"]


def test_goals_then_name():
    rows = table([("b", "x", 2, 1), ("a", "y", 1, 0)])
    assert rows[0][0] == "b"


def test_champion():
    assert champion([]) is None
    assert champion([("a", "b", 0, 2)]) == "b"


def test_ranks():
    assert ranks(table([("a", "b", 1, 1)])) == [1, 1]


def test_ranks_by_goals():
    assert ranks(table([("a", "b", 2, 1), ("c", "d", 1, 0)])) == [1, 2, 3, 4]


def test_shown():
    assert shown([("a", "b", 1, 0)]) == ["1. a 3", "2. b 0"]
