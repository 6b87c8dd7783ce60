import pytest

from latency import mean, percentile, spread, summary, worst_endpoints


def test_mean():
    assert mean([1, 2, 6]) == 3


def test_no_samples():
    with pytest.raises(ValueError):
        mean([])
    with pytest.raises(ValueError):
        percentile([], 50)


def test_extremes():
    assert percentile([30, 10, 20], 0) == 10
    assert percentile([30, 10, 20], 100) == 30


def test_median():
    assert percentile([5, 1, 3], 50) == 3
    assert percentile([4, 1, 3, 2], 50) == 2.5


def test_on_a_sample():
    assert percentile([50, 20, 30, 40, 10], 75) == 40


def test_interpolated():
    assert percentile([10, 20], 25) == pytest.approx(12.5)
    assert percentile([10, 20], 90) == pytest.approx(19)


def test_wrong_percentage():
    with pytest.raises(ValueError, match="101"):
        percentile([1, 2], 101)


def test_single_sample():
    assert percentile([7], 99) == 7


def test_spread():
    assert spread([1, 2, 3, 4]) == pytest.approx(1.5)


def test_summary():
    assert summary([100, 200, 300, 400]) == {"count": 4, "mean": 250.0, "p50": 250.0, "p90": 370.0, "p99": 397.0}


def test_summary_of_nothing():
    assert summary([]) == {"count": 0}


def test_worst_endpoints():
    log = [("/a", 10), ("/b", 90), ("/c", 50), ("/a", 10)]
    assert worst_endpoints(log, 40) == [("/b", 90), ("/c", 50)]
