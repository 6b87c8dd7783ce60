import pytest

from outline import Node, numbered, parse


def chain(n):
    top = node = Node("n1")
    for i in range(2, n + 1):
        node = node.add(f"n{i}")
    return [top]


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5])
def test_chain(depth):
    assert len(numbered(chain(5), max_depth=depth)) == depth


def test_more_depth_than_levels():
    assert len(numbered(chain(3), max_depth=10)) == 3


def test_unlimited():
    assert numbered(chain(4))[-1] == "1.1.1.1 n4"


def test_negative_depth():
    assert numbered(chain(2), max_depth=-1) == []


def test_siblings_have_same_limit():
    nodes = parse("a\n  b\n    c\n  d\n    e\nf\n  g\n    h")
    assert numbered(nodes, max_depth=2) == ["1 a", "1.1 b", "1.2 d", "2 f", "2.1 g"]


def test_prefix_with_limit():
    assert numbered(chain(3), "B.", 2) == ["B.1 n1", "B.1.1 n2"]
