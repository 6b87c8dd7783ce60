from union_find import UnionFind, count_groups


def test_with_itself():
    union = UnionFind([1, 2])
    assert not union.join(1, 1)
    assert union.groups == 2
    assert union.size(1) == 1


def test_repeated_pairs():
    assert count_groups("abc", [("a", "b")] * 4) == 2


def test_edges_of_a_spanning_tree():
    union = UnionFind(range(4))
    edges = [(0, 1), (1, 2), (0, 2), (2, 3), (3, 0)]
    assert [edge for edge in edges if union.join(*edge)] == [(0, 1), (1, 2), (2, 3)]


def test_all_in_one():
    assert count_groups(range(10), [(i, i + 1) for i in range(9)]) == 1


def test_larger_group_leads():
    union = UnionFind("abc")
    union.join("a", "b")
    union.join("c", "a")
    assert union.find("c") == union.find("a") == "a"
