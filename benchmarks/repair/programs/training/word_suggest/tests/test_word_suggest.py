import pytest

from word_suggest import WordSuggest


@pytest.fixture
def trie():
    t = WordSuggest()
    t.add("car", 5)
    t.add("card", 7)
    t.add("care", 5)
    t.add("cat", 1)
    t.add("dog", 2)
    return t


def test_most_used_first(trie):
    assert trie.suggest("ca") == ["card", "car", "care"]
    assert trie.suggest("x") == []


def test_add_changes_order(trie):
    assert trie.suggest("c")[0] == "card"
    trie.add("Cat", 10)
    assert trie.suggest("c") == ["cat", "card", "car"]


def test_frequency(trie):
    assert trie.frequency(" CARD ") == 7
    assert trie.frequency("ca") == 0
    assert "dog" in trie and "do" not in trie


def test_remove(trie):
    assert trie.remove("card") is True
    assert trie.remove("card") is False
    assert trie.words() == ["car", "care", "cat", "dog"]
    assert len(trie) == 4
    assert trie.suggest("card") == []


def test_remove_after_suggest(trie):
    assert trie.suggest("car") == ["card", "car", "care"]
    trie.remove("card")
    assert trie.suggest("car") == ["car", "care"]


def test_remove_fills_up(trie):
    assert trie.suggest("") == ["card", "car", "care"]
    trie.remove("car")
    assert trie.suggest("") == ["card", "care", "dog"]


def test_remove_keeps_longer_words(trie):
    trie.remove("car")
    assert "card" in trie and "care" in trie


def test_add_text():
    t = WordSuggest(limit=2)
    t.add_text("The tea, the table; the tea!")
    assert t.suggest("t") == ["the", "tea"]
    assert len(t) == 3


def test_add_nothing(trie):
    with pytest.raises(ValueError):
        trie.add("  ")
