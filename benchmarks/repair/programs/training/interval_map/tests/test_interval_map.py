from interval_map import IntervalMap, busiest, paint


def test_empty():
    m = IntervalMap("-")
    assert m.get(5) == "-"
    assert m.segments() == [] and len(m) == 0


def test_inside_and_outside():
    m = paint([(2, 6, "a")])
    assert [m.get(p) for p in (1, 3, 7)] == [None, "a", None]


def test_ends():
    m = paint([(2, 6, "a")])
    assert m.get(2) == "a"
    assert m.get(6) is None


def test_overwrite_middle():
    assert paint([(0, 10, "a"), (3, 5, "b")]).segments() == [(0, 3, "a"), (3, 5, "b"), (5, 10, "a")]


def test_overlap_right():
    assert paint([(0, 5, "a"), (3, 8, "b")]).segments() == [(0, 3, "a"), (3, 8, "b")]


def test_touching_from_the_left():
    assert paint([(5, 8, "a"), (2, 5, "b")]).segments() == [(2, 5, "b"), (5, 8, "a")]


def test_join_same_value():
    assert paint([(0, 5, "a"), (5, 9, "a")]).segments() == [(0, 9, "a")]
    assert paint([(5, 9, "a"), (0, 5, "a")]).segments() == [(0, 9, "a")]


def test_nothing_to_do():
    assert paint([(5, 5, "a"), (6, 2, "b")]).segments() == []


def test_clear():
    m = paint([(0, 10, "a")])
    m.clear(4, 6)
    assert m.segments() == [(0, 4, "a"), (6, 10, "a")]
    assert m.length("a") == 8


def test_busiest():
    assert busiest([(0, 10, "a"), (1, 8, "b")]) == "b"
    assert busiest([]) is None
