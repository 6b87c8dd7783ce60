import pytest
from batch_iter import TooHeavy, batches, pairwise_gaps, runs, summary


def test_uneven():
    assert list(batches("abcde", 2)) == [["a", "b"], ["c", "d"], ["e"]]


def test_empty():
    assert list(batches([], 3)) == []


def test_weight():
    words = ["aaa", "bb", "c", "dddd"]
    assert list(batches(words, 9, max_weight=5)) == [["aaa", "bb"], ["c", "dddd"]]


def test_too_heavy():
    with pytest.raises(TooHeavy):
        list(batches(["abc"], 2, max_weight=2))


def test_bad_size():
    with pytest.raises(ValueError):
        list(batches([1], 0))


def test_lazy():
    def source():
        yield 1
        yield 2
        yield 3
        raise RuntimeError

    assert next(batches(source(), 2)) == [1, 2]


def test_runs():
    assert list(runs([1, 3, 2, 4, 5], lambda n: n % 2)) == [[1, 3], [2, 4], [5]]


def test_gaps():
    assert list(pairwise_gaps([1, 4, 9])) == [3, 5]


def test_summary():
    assert summary(range(7), 3) == "3 batches: 3+3+1"
