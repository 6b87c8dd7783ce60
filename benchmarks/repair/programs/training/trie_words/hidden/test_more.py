from trie_words import Trie


def test_discard_much_longer():
    trie = Trie(["in", "inner", "innermost"])
    trie.discard("innermost")
    assert trie.words() == ["in", "inner"]


def test_discard_unknown_longer():
    trie = Trie(["go"])
    trie.discard("gone")
    assert trie.words() == ["go"]


def test_prunes_up_to_a_word():
    trie = Trie(["a", "abcd"])
    trie.discard("abcd")
    assert trie.words() == ["a"]
    assert not trie._root.children["a"].children


def test_discard_twice():
    trie = Trie(["x", "y"])
    trie.discard("x")
    trie.discard("x")
    assert trie.words() == ["y"]


def test_prefix_goes_then_word():
    trie = Trie(["be", "bee"])
    trie.discard("be")
    trie.discard("bee")
    assert trie.words() == []
