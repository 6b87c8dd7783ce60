import pytest

from phrasebook import PhraseBook


def make(text, longest=2, stopwords=()):
    b = PhraseBook(longest, stopwords)
    b.read(text)
    return b


def test_top_before_and_after_merge():
    a = make("x y")
    assert a.top() == [("x", 1), ("y", 1)]
    a.merge(make("y z"))
    assert a.top() == [("y", 2), ("x", 1), ("z", 1)]


def test_all_lengths_after_merge():
    a = make("a b c", 3)
    for n in (1, 2, 3):
        a.top(n)
    a.merge(make("b c d", 3))
    assert a.top(2) == [("b c", 2), ("a b", 1), ("c d", 1)]
    assert a.top(3) == [("a b c", 1), ("b c d", 1)]
    assert a.rank("d") == 4


def test_rank_of_new_phrase_after_merge():
    a = make("a")
    assert a.rank("new one") is None
    a.merge(make("new one"))
    assert a.rank("new one") == 1


def test_merge_twice():
    a, b = make("a a b"), make("b")
    assert a.rank("b") == 2
    a.merge(b)
    assert a.top() == [("a", 2), ("b", 2)]
    a.merge(b)
    assert a.top() == [("b", 3), ("a", 2)]


def test_other_book_unchanged():
    a, b = make("a"), make("b")
    assert b.top() == [("b", 1)]
    a.merge(b)
    assert b.top() == [("b", 1)] and b.count("a") == 0


def test_merge_with_itself():
    a = make("q r r")
    assert a.top() == [("r", 2), ("q", 1)]
    a.merge(a)
    assert a.top() == [("r", 4), ("q", 2)]


def test_merge_after_forget():
    a = make("Tom ran")
    a.forget("tom")
    assert a.top() == [("ran", 1)]
    a.merge(make("Tom ran"))
    assert a.top() == [("ran", 2), ("tom", 1)]


def test_refused_merge_changes_nothing():
    a = make("a b")
    with pytest.raises(ValueError):
        a.merge(make("c", 1))
    assert a.top() == [("a", 1), ("b", 1)]


def test_empty():
    assert PhraseBook().top() == []
    assert PhraseBook().rank("a") is None
    with pytest.raises(ValueError):
        PhraseBook(0)


def test_once_and_following():
    b = make("to be or not to be")
    assert b.once() == ["not", "or"]
    assert b.following("To") == {"be": 1.0}
