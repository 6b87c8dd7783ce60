import pytest

from rolling_stats import RollingStats, find_spikes, smooth


def filled(size, values):
    stats = RollingStats(size)
    for value in values:
        stats.push(value)
    return stats


def test_mean_of_partial_window():
    assert filled(10, [1, 2, 3]).mean == 2


def test_mean_of_last_values():
    assert filled(3, [100, 1, 2, 3]).mean == 2


def test_variance_of_filled_window():
    assert filled(4, [2, 4, 4, 6]).variance == pytest.approx(2)


def test_stdev_follows_the_window():
    stats = filled(4, [9, 9, 9, 1, 3, 1, 3])
    assert stats.stdev == pytest.approx(1.0)


def test_reset():
    stats = filled(2, [5, 6])
    stats.reset()
    assert len(stats) == 0
    with pytest.raises(ValueError):
        stats.mean


def test_smooth():
    assert smooth([1, 3, 5, 7], 2) == [1, 2, 4, 6]


def test_spike_right_after_warm_up():
    assert find_spikes([1, 2, 1, 2, 50, 1], size=4) == [4]


def test_spike_late_in_the_series():
    readings = [10, 11, 10, 11, 10, 11, 10, 11, 40, 10, 11]
    assert find_spikes(readings, size=4) == [8]


def test_size_must_be_positive():
    with pytest.raises(ValueError):
        RollingStats(0)
