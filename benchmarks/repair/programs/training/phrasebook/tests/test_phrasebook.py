import pytest

from phrasebook import PhraseBook, ngrams, sentences


@pytest.fixture
def book():
    b = PhraseBook()
    b.read("The cat sat. The dog sat; the dog didn't bark!")
    return b


def test_sentences():
    assert list(sentences("It's A. 42! b c")) == [["it's", "a"], ["b", "c"]]


def test_ngrams():
    assert ngrams(["a", "b", "c"], 2) == [("a", "b"), ("b", "c")]
    assert ngrams(["a"], 2) == []


def test_count(book):
    assert book.count("The") == 3
    assert book.count("the dog") == 2
    assert book.count("sat the") == 0
    assert book.count("the dog sat") == 0


def test_top(book):
    assert book.top(size=3) == [("the", 3), ("dog", 2), ("sat", 2)]
    assert book.top(2, 1) == [("the dog", 2)]


def test_rank_after_more_text(book):
    assert book.rank("cat") == 5
    assert book.read("Cat, cat, cat") == 3
    assert book.rank("cat") == 1


def test_stopwords():
    b = PhraseBook(3, ["The", "of"])
    b.read("the end of the day")
    assert b.top() == [("day", 1), ("end", 1)]
    assert b.top(3) == []
    assert b.count("end of") == 0


def test_merge(book):
    other = PhraseBook()
    other.read("dog dog")
    book.merge(other)
    assert book.top(size=2) == [("dog", 4), ("the", 3)]
    with pytest.raises(ValueError):
        book.merge(PhraseBook(3))


def test_rank_after_merge(book):
    assert book.rank("bark") == 4
    other = PhraseBook()
    other.read("Bark! Bark! Bark!")
    book.merge(other)
    assert book.count("bark") == 4
    assert book.rank("bark") == 1


def test_forget(book):
    assert book.rank("the dog") == 1
    book.forget("Dog")
    assert book.rank("the dog") is None
    assert book.once() == ["bark", "cat", "didn't"]


def test_following(book):
    assert book.following("the") == {"cat": 1 / 3, "dog": 2 / 3}
    assert book.following("bark") == {}
