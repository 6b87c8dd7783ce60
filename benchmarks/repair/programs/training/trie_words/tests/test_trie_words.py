import pytest

from trie_words import Trie


@pytest.fixture
def trie():
    return Trie(["tea", "ten", "car", "card", "to"])


def test_words(trie):
    assert trie.words() == ["car", "card", "tea", "ten", "to"]


def test_empty():
    assert Trie().words() == []


def test_added_twice(trie):
    trie.add("to")
    assert len(trie.words()) == 5


def test_discard(trie):
    trie.discard("tea")
    assert trie.words() == ["car", "card", "ten", "to"]


def test_discard_prefix(trie):
    trie.discard("car")
    assert trie.words() == ["card", "tea", "ten", "to"]


def test_discard_longer(trie):
    trie.discard("card")
    assert trie.words() == ["car", "tea", "ten", "to"]


def test_discard_unknown(trie):
    trie.discard("tree")
    assert len(trie.words()) == 5


def test_nodes_are_pruned():
    trie = Trie(["abc"])
    trie.discard("abc")
    assert not trie._root.children
