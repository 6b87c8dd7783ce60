from itertools import product
from prefix_index import PrefixIndex

WORDS = {"".join(w): (i * 37) % 19 + 1 for i, w in enumerate(product("abc", repeat=3))}
WORDS.update({"a": 4, "ab": 12, "abca": 25, "c": 1})


def expected(words, prefix):
    found = [w for w in words if w.startswith(prefix)]
    return sorted(found, key=lambda w: (-words[w], w))


def test_order_all():
    p = PrefixIndex(WORDS)
    for prefix in ("", "a", "ab", "c", "bca"):
        got = p.complete(prefix, 100)
        assert [WORDS[w] for w in got] == [WORDS[w] for w in expected(WORDS, prefix)]
        assert sorted(got) == sorted(expected(WORDS, prefix))


def test_best_everywhere():
    p = PrefixIndex(WORDS)
    for prefix in ("", "a", "b", "ab", "abc", "ca", "x"):
        assert p.best_weight(prefix) == max([WORDS[w] for w in expected(WORDS, prefix)], default=0)


def test_lowering_a_weight():
    p = PrefixIndex({"abc": 9, "abd": 5, "x": 7})
    p.add("abc", 1)
    assert p.best_weight("") == 7
    assert p.best_weight("a") == 5
    assert p.complete("") == ["x", "abd", "abc"]


def test_raising_a_weight():
    p = PrefixIndex({"abc": 1, "x": 7})
    p.add("abc", 8)
    assert p.best_weight("") == 8
    assert p.complete("", 1) == ["abc"]


def test_remove_branch():
    p = PrefixIndex({"abcdef": 9, "ab": 2, "z": 3})
    p.remove("abcdef")
    assert p.best_weight("a") == 2
    assert p.best_weight("abc") == 0
    assert p.best_weight() == 3


def test_remove_all():
    p = PrefixIndex({"ab": 1})
    p.remove("ab")
    assert p.best_weight() == 0 and p.complete("") == [] and len(p) == 0


def test_empty_word():
    p = PrefixIndex({"": 5, "a": 9})
    assert p.complete("") == ["a", ""]
