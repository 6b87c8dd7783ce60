import pytest

from thinout import Bucket, Sample, coarsen, coverage, downsample, gaps, with_gaps


def b(start, count, mean, low=None, high=None):
    return Bucket(start, 10, count, mean, mean if low is None else low, mean if high is None else high)


def test_busy_and_quiet_bucket():
    (wide,) = coarsen([b(0, 9, 1.0), b(10, 1, 11.0)], 20)
    assert wide.mean == pytest.approx(2.0)
    assert wide.count == 10


def test_quiet_then_busy():
    (wide,) = coarsen([b(0, 1, 0.0), b(10, 3, 4.0)], 20)
    assert wide.mean == pytest.approx(3.0)


def test_with_empty_member():
    (wide,) = coarsen([b(0, 2, 5.0), Bucket(10, 10, 0, None), b(20, 4, 2.0)], 30)
    assert wide.mean == pytest.approx(3.0)


def test_twice_coarsened():
    readings = [Sample(t, float(t * t % 17)) for t in range(0, 80, 3)] + [Sample(4, 50.0)]
    once = coarsen(downsample(readings, 10), 40)
    twice = coarsen(coarsen(downsample(readings, 10), 20), 40)
    direct = downsample(readings, 40)
    for x, y, z in zip(once, twice, direct, strict=True):
        assert x.mean == pytest.approx(z.mean)
        assert y.mean == pytest.approx(z.mean)
        assert x.count == y.count == z.count


def test_negative_values():
    (wide,) = coarsen([b(0, 3, -2.0), b(10, 1, 2.0)], 20)
    assert wide.mean == pytest.approx(-1.0)


def test_low_and_high():
    (wide,) = coarsen([b(0, 3, 2.0, 1.0, 4.0), b(10, 3, 5.0, 3.0, 8.0)], 20)
    assert (wide.low, wide.high, wide.mean) == (1.0, 8.0, 3.5)


def test_single_member():
    assert coarsen([b(10, 5, 3.0)], 20) == [Bucket(0, 20, 5, 3.0, 3.0, 3.0)]


def test_several_groups_with_gap():
    wide = coarsen([b(0, 1, 1.0), b(10, 3, 5.0), Bucket(20, 10, 0, None), b(40, 2, 7.0)], 20)
    assert [(w.start, w.count, w.mean) for w in wide] == [(0, 4, 4.0), (20, 0, None), (40, 2, 7.0)]


def test_gap_runs():
    buckets = with_gaps([b(0, 1, 1.0), b(20, 1, 1.0), b(30, 1, 1.0), b(60, 1, 1.0)])
    assert gaps(buckets) == [(10, 20), (40, 60)]
    assert coverage(buckets) == pytest.approx(4 / 7)
