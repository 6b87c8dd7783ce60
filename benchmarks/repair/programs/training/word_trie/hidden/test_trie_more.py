from trie import Trie


def test_duplicates_at_start():
    trie = Trie(["a", "ab", "a", "ab", "abc"])
    assert len(trie) == 3
    assert trie.count("ab") == 2
    trie.remove("ab")
    assert [trie.count(p) for p in ("", "a", "ab", "abc")] == [2, 2, 1, 1]
    assert list(trie) == ["a", "abc"]


def test_again_after_removal():
    trie = Trie(["ab", "abc"])
    trie.remove("ab")
    trie.add("ab", 3)
    trie.add("ab", 4)
    assert len(trie) == 2
    assert trie.count("a") == 2
    assert trie.suggest("a") == ["ab", "abc"]


def test_weight_zero():
    trie = Trie()
    trie.add("x", 0)
    trie.add("x", 5)
    assert len(trie) == 1
