import math
import statistics

import pytest

from rolling_stats import RollingStats, find_spikes


@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_agrees_with_statistics_module(size):
    values = [3, -1, 4, 1, -5, 9, 2, 6, 5, 3, 5, -8]
    stats = RollingStats(size)
    for i, value in enumerate(values):
        stats.push(value)
        window = values[max(0, i + 1 - size): i + 1]
        assert stats.mean == pytest.approx(statistics.fmean(window))
        assert stats.variance == pytest.approx(statistics.pvariance(window), abs=1e-9)


def test_constant_signal_has_no_spread():
    stats = RollingStats(3)
    for _ in range(20):
        stats.push(4)
    assert stats.stdev == 0
    assert stats.zscore(4) == 0
    assert stats.zscore(5) == math.inf


def test_partial_window_untouched():
    stats = RollingStats(10)
    for value in (1, 3):
        stats.push(value)
    assert stats.variance == 1
    assert not stats.full


def test_reuse_after_reset():
    stats = RollingStats(2)
    for value in (10, 20, 30):
        stats.push(value)
    stats.reset()
    for value in (1, 3, 5):
        stats.push(value)
    assert (stats.mean, stats.variance) == (4, 1)


def test_several_spikes_are_skipped_from_window():
    assert find_spikes([0, 2, 0, 2, 0, 2, 90, 95, 0, 2, -60], size=4) == [6, 7, 10]


def test_zscore_sign():
    stats = RollingStats(2)
    for value in (7, 7, 0, 2):
        stats.push(value)
    assert stats.zscore(3) == pytest.approx(2)
    assert stats.zscore(-1) == pytest.approx(-2)
