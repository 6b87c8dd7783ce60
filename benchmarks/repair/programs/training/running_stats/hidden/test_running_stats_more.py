import pytest
from running_stats import Stats, merge_all, outliers


@pytest.mark.parametrize("a,b", [
    ([1], [2]),
    ([0, 0, 0, 0], [5]),
    ([1.5, 2.5], [100, 101, 102]),
    ([-5, 5], [7, 8, 9, 10]),
    ([], [3, 4]),
])
def test_merge_matches(a, b):
    want, got = Stats(a + b), Stats(a).merge(Stats(b))
    assert got.count == want.count
    assert got.mean == pytest.approx(want.mean)
    assert got.variance() == pytest.approx(want.variance())
    assert (got.low, got.high) == (want.low, want.high)


def test_merge_all():
    parts = [Stats([i, i + 1, i * i]) for i in range(5)]
    flat = Stats(v for i in range(5) for v in (i, i + 1, i * i))
    assert merge_all(parts).stdev(True) == pytest.approx(flat.stdev(True))


def test_merge_leaves_operands():
    a, b = Stats([1, 2]), Stats([9])
    a.merge(b)
    assert (a.count, b.count) == (2, 1)
    assert a.variance() == pytest.approx(0.25)


def test_push_after_merge():
    m = Stats([1, 2]).merge(Stats([7, 8]))
    m.push(3)
    assert m.variance() == pytest.approx(Stats([1, 2, 7, 8, 3]).variance())


def test_zscore_flat():
    assert Stats([2, 2]).zscore(5) == 0.0


def test_no_outliers():
    assert outliers([1, 2, 3]) == []
