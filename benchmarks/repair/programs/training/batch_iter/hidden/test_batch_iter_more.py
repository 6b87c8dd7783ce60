import pytest
from batch_iter import batches, pairwise_gaps, runs, summary


@pytest.mark.parametrize("n,size", [(1, 1), (1, 5), (4, 2), (9, 4), (0, 2)])
def test_nothing_lost(n, size):
    out = list(batches(range(n), size))
    assert [x for b in out for x in b] == list(range(n))
    assert all(1 <= len(b) <= size for b in out)
    assert len(out) == -(-n // size)


def test_weight_exact():
    out = list(batches([2, 3, 5, 1], 10, 5, weigh=lambda x: x))
    assert out == [[2, 3], [5], [1]]


def test_weight_and_count():
    assert list(batches(["a"] * 5, 2, 100)) == [["a", "a"], ["a", "a"], ["a"]]


def test_batches_are_distinct():
    out = list(batches("abcd", 2))
    assert out[0] is not out[1]


def test_runs_empty():
    assert list(runs([], len)) == []


def test_summary():
    assert summary("abcd", 2) == "2 batches: 2+2"


def test_gaps_short():
    assert list(pairwise_gaps([5])) == []
