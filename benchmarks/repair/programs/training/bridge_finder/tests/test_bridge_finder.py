import pytest
from bridge_finder import Network


def net(*pairs):
    n = Network()
    for i, (a, b) in enumerate(pairs):
        n.link(i, a, b)
    return n


def test_single_link_is_bridge():
    assert net("ab").bridges() == [0]


def test_triangle_has_none():
    n = net("ab", "bc", "ca")
    assert n.bridges() == []
    assert n.is_robust()


def test_two_triangles_joined():
    n = net("ab", "bc", "ca", "cd", "de", "ef", "fd")
    assert n.bridges() == [3]
    assert n.parts() == [["a", "b", "c"], ["d", "e", "f"]]


def test_chain():
    assert net("ab", "bc", "cd").bridges() == [0, 1, 2]


def test_double_link():
    n = net("ab", "ba")
    assert n.bridges() == []
    assert n.parts() == [["a", "b"]]


def test_double_link_in_chain():
    assert net("ab", "bc", "bc", "cd").bridges() == [0, 3]


def test_duplicate_id():
    n = net("ab")
    with pytest.raises(ValueError):
        n.link(0, "b", "c")


def test_lonely_node():
    n = net("ab")
    n.add_node("z")
    assert n.parts() == [["a"], ["b"], ["z"]]
