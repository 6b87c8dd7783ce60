import pytest

from outline import Node, bullets, find, numbered, parse

TEXT = """Fruit
  Apple
    Boskoop
  Pear
Bread
  Rye
"""


@pytest.fixture
def nodes():
    return parse(TEXT)


def test_parse(nodes):
    assert [n.title for n in nodes] == ["Fruit", "Bread"]
    assert nodes[0].children[0].children[0].title == "Boskoop"


def test_parse_errors():
    with pytest.raises(ValueError):
        parse("a\n   b")
    with pytest.raises(ValueError):
        parse("a\n    b")


def test_count(nodes):
    assert nodes[0].count() == 4


def test_numbered(nodes):
    assert numbered(nodes) == [
        "1 Fruit", "1.1 Apple", "1.1.1 Boskoop", "1.2 Pear", "2 Bread", "2.1 Rye"]


def test_numbered_limited(nodes):
    assert numbered(nodes, max_depth=1) == ["1 Fruit", "2 Bread"]
    assert numbered(nodes, max_depth=2) == [
        "1 Fruit", "1.1 Apple", "1.2 Pear", "2 Bread", "2.1 Rye"]


def test_numbered_prefix():
    assert numbered([Node("x")], "A.") == ["A.1 x"]


def test_numbered_zero_depth(nodes):
    assert numbered(nodes, max_depth=0) == []


def test_bullets(nodes):
    assert bullets(nodes)[:3] == ["- Fruit", "  - Apple", "    - Boskoop"]


def test_bullets_marker(nodes):
    assert bullets(nodes, marker="*")[-1] == "  * Rye"


def test_find(nodes):
    assert find(nodes, "Boskoop") == ("Fruit", "Apple", "Boskoop")
    assert find(nodes, "Plum") is None
