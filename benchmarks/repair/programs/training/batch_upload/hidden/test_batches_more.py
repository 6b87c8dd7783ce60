from batches import by_size


def test_single():
    assert list(by_size(["x"], 10)) == [["x"]]


def test_nothing_lost():
    words = "the quick brown fox jumps".split()
    assert [w for batch in by_size(words, 9) for w in batch] == words
