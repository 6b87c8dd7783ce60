from component_tracker import Groups


def test_small_into_big_keeps_small_tag():
    g = Groups()
    g.join(1, 2)
    g.join(2, 3)
    g.tag(9, "solo")
    g.join(9, 1)
    assert g.tags(3) == {"solo"}


def test_big_tag_kept():
    g = Groups()
    g.join(1, 2)
    g.tag(2, "big")
    g.join(9, 1)
    assert g.tags(9) == {"big"}


def test_tags_chain():
    g = Groups()
    for i in range(6):
        g.tag(i, i)
    for i in range(5):
        g.join(i, i + 1)
    assert g.tags(0) == set(range(6))


def test_rejoin_keeps_tags():
    g = Groups()
    g.tag(1, "a")
    g.join(1, 2)
    g.join(2, 1)
    assert g.tags(2) == {"a"}


def test_tags_not_shared():
    g = Groups()
    g.join(1, 2)
    g.join(3, 4)
    g.tag(1, "x")
    assert g.tags(3) == set()


def test_result_is_a_copy():
    g = Groups()
    g.tag(1, "x")
    before = g.tags(1)
    g.tag(1, "y")
    assert before == {"x"}


def test_two_big_groups():
    g = Groups()
    for a, b in [(1, 2), (2, 3), (4, 5), (5, 6)]:
        g.join(a, b)
    g.tag(1, "l")
    g.tag(6, "r")
    g.join(3, 4)
    assert g.tags(5) == {"l", "r"} and g.size(1) == 6
