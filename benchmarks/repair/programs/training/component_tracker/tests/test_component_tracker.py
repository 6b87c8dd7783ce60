from component_tracker import Groups, merge_until, redundant


def test_join():
    g = Groups()
    assert g.join("a", "b")
    assert not g.join("b", "a")
    assert g.connected("a", "b")
    assert not g.connected("a", "c")


def test_sizes():
    g = Groups()
    g.join(1, 2)
    g.join(3, 4)
    g.join(2, 3)
    assert [g.size(i) for i in (1, 2, 3, 4, 5)] == [4, 4, 4, 4, 1]


def test_len():
    g = Groups()
    g.join(1, 2)
    g.join(3, 4)
    assert len(g) == 2
    g.join(1, 4)
    assert len(g) == 1


def test_groups():
    g = Groups()
    g.join("x", "y")
    g.join("b", "a")
    g.join("y", "z")
    assert g.groups() == [["x", "y", "z"], ["a", "b"]]


def test_tags():
    g = Groups()
    g.join(1, 2)
    g.tag(1, "red")
    assert g.tags(2) == {"red"}
    assert g.tags(3) == set()


def test_tags_follow_merge():
    g = Groups()
    g.tag(1, "red")
    g.tag(2, "blue")
    g.join(1, 2)
    assert g.tags(1) == g.tags(2) == {"red", "blue"}


def test_merge_until():
    assert merge_until([(1, 2), (3, 4), (2, 4), (5, 6)], 4) == 2
    assert merge_until([(1, 2)], 3) is None


def test_redundant():
    assert redundant([(1, 2), (2, 3), (1, 3), (3, 3)]) == [(1, 3), (3, 3)]
