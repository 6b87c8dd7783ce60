import pytest
from running_stats import Stats, merge_all, outliers


def test_mean_and_variance():
    s = Stats([2, 4, 4, 4, 5, 5, 7, 9])
    assert s.mean == pytest.approx(5)
    assert s.variance() == pytest.approx(4)
    assert s.stdev() == pytest.approx(2)


def test_sample_variance():
    assert Stats([1, 2, 3]).variance(sample=True) == pytest.approx(1)


def test_not_enough():
    with pytest.raises(ValueError):
        Stats().variance()
    with pytest.raises(ValueError):
        Stats([1]).variance(sample=True)


def test_range():
    s = Stats([3, -1, 2])
    assert (s.low, s.high) == (-1, 3)


def test_merge_mean():
    m = Stats([1, 2]).merge(Stats([6]))
    assert (m.count, m.mean) == (3, pytest.approx(3))


def test_merge_variance():
    m = Stats([1, 2, 3]).merge(Stats([10, 20]))
    assert m.variance() == pytest.approx(Stats([1, 2, 3, 10, 20]).variance())


def test_merge_same_means():
    assert Stats([1, 3]).merge(Stats([0, 4])).variance() == pytest.approx(2.5)


def test_merge_empty():
    m = Stats([1, 5]).merge(Stats())
    assert m.variance() == pytest.approx(4)
    assert Stats().merge(Stats()).count == 0


def test_outliers():
    assert outliers([10] * 9 + [50]) == [50]
