import pytest

from trie import Trie


@pytest.fixture
def trie():
    return Trie(["tea", "ten", "team", "inn"])


def test_contains(trie):
    assert "tea" in trie
    assert "te" not in trie
    assert "teams" not in trie


def test_order(trie):
    assert list(trie) == ["inn", "tea", "team", "ten"]


def test_count(trie):
    assert len(trie) == 4
    assert trie.count("te") == 3
    assert trie.count("x") == 0


def test_suggest(trie):
    trie.add("tent", 9)
    assert trie.suggest("te", 3) == ["tent", "tea", "team"]
    assert trie.suggest("z") == []


def test_remove(trie):
    trie.remove("tea")
    assert "tea" not in trie
    assert "team" in trie
    assert trie.count("t") == 2


def test_remove_leaf(trie):
    trie.remove("inn")
    assert trie.count("i") == 0
    with pytest.raises(KeyError):
        trie.remove("inn")


def test_same_word_again(trie):
    trie.add("ten", 7)
    assert len(trie) == 4
    assert trie.count("te") == 3
    assert trie.suggest("t", 1) == ["ten"]
    assert trie.shortest_prefix("inn") == "i"


def test_remove_after_adding_twice(trie):
    trie.add("inn")
    trie.remove("inn")
    assert trie.count("in") == 0
    assert "inn" not in trie
    assert len(trie) == 3


def test_prefix_becomes_a_word(trie):
    trie.add("te")
    assert trie.count("te") == 4
    assert list(trie)[1] == "te"


def test_shortest_prefix(trie):
    assert trie.shortest_prefix("ten") == "ten"
    assert trie.shortest_prefix("inn") == "i"


def test_empty(trie):
    with pytest.raises(ValueError):
        trie.add("")
