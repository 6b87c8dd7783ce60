from union_find import UnionFind, count_groups


def test_alone():
    union = UnionFind("abc")
    assert union.groups == 3
    assert union.size("b") == 1


def test_join():
    union = UnionFind("abc")
    assert union.join("a", "c")
    assert union.find("a") == union.find("c") != union.find("b")


def test_sizes():
    union = UnionFind(range(6))
    union.join(0, 1)
    union.join(2, 3)
    union.join(1, 3)
    assert union.size(2) == 4


def test_join_again():
    union = UnionFind("ab")
    union.join("a", "b")
    assert not union.join("b", "a")


def test_circle():
    assert count_groups(range(5), [(0, 1), (1, 2), (2, 0)]) == 3


def test_count_groups():
    assert count_groups("wxyz", [("w", "x"), ("y", "z")]) == 2


def test_size_after_joining_again():
    union = UnionFind("abcd")
    for pair in ("ab", "bc", "ac"):
        union.join(*pair)
    assert union.size("a") == 3


def test_no_pairs():
    assert count_groups([], []) == 0
