import pytest

from thinout import Bucket, Sample, coarsen, coverage, downsample, gaps, with_gaps


def samples(*pairs):
    return [Sample(time, value) for time, value in pairs]


def test_downsample():
    buckets = downsample(samples((0, 1.0), (5, 3.0), (10, 4.0)), 10)
    assert buckets == [Bucket(0, 10, 2, 2.0, 1.0, 3.0), Bucket(10, 10, 1, 4.0, 4.0, 4.0)]


def test_missing_readings_are_dropped():
    buckets = downsample(samples((1, None), (2, 0.0), (12, None)), 10)
    assert buckets == [Bucket(0, 10, 1, 0.0, 0.0, 0.0)]


def test_unsorted():
    assert [b.start for b in downsample(samples((25, 1.0), (3, 1.0)), 10)] == [0, 20]


def test_gaps_filled():
    buckets = with_gaps(downsample(samples((0, 1.0), (31, 1.0)), 10))
    assert [(b.start, b.count) for b in buckets] == [(0, 1), (10, 0), (20, 0), (30, 1)]
    assert gaps(buckets) == [(10, 30)]
    assert coverage(buckets) == 0.5


def test_coarsen_equal_counts():
    fine = downsample(samples((0, 2.0), (10, 4.0), (20, 9.0)), 10)
    assert coarsen(fine, 20) == [Bucket(0, 20, 2, 3.0, 2.0, 4.0), Bucket(20, 20, 1, 9.0, 9.0, 9.0)]


def test_coarsen_like_direct_downsample():
    readings = samples((0, 1.0), (1, 1.0), (2, 1.0), (15, 9.0), (27, 6.0))
    assert coarsen(downsample(readings, 10), 30) == downsample(readings, 30)


def test_coarsen_only_gaps():
    assert coarsen([Bucket(0, 10, 0, None), Bucket(10, 10, 0, None)], 20) == [Bucket(0, 20, 0, None)]


def test_coarsen_bad_width():
    with pytest.raises(ValueError):
        coarsen([Bucket(0, 10, 1, 1.0, 1.0, 1.0)], 25)


def test_bad_width():
    with pytest.raises(ValueError):
        downsample([], 0)


def test_nothing():
    assert downsample([], 10) == []
    assert coverage([]) == 0.0
