import pytest

from grey_levels import (auto, brighten, check, contrast, cumulative, equalize, histogram, invert,
                         percentile, stretch, threshold, to_text)

RAMP = [[0, 100, 110, 120, 130], [140, 150, 151, 200, 255]]


def test_check():
    for bad in ([], [[]], [[1, 2], [3]], [[256]], [[-1]]):
        with pytest.raises(ValueError):
            check(bad)


def test_histogram():
    assert histogram([[0, 63], [64, 255]], bins=4) == [2, 1, 0, 1]
    assert sum(histogram(RAMP)) == 10


def test_cumulative():
    assert cumulative([1, 0, 2]) == [1, 1, 3]


def test_percentile():
    assert percentile(RAMP, 0) == 0
    assert percentile(RAMP, 10) == 0
    assert percentile(RAMP, 50) == 130
    assert percentile(RAMP, 100) == 255


def test_brighten():
    assert brighten([[10, 250]], 20) == [[30, 255]]
    assert brighten([[10, 250]], -20) == [[0, 230]]


def test_contrast():
    assert contrast([[50, 150]], 2) == [[0, 200]]


def test_invert():
    assert invert([[0, 255, 5]]) == [[255, 0, 250]]


def test_stretch():
    assert stretch([[50, 60], [80, 101]]) == [[0, 50], [150, 255]]


def test_stretch_flat():
    assert stretch([[7, 7]]) == [[7, 7]]


def test_stretch_with_cut():
    assert stretch(RAMP, 20) == [[0, 0, 50, 100, 150], [200, 250, 255, 255, 255]]


def test_auto_with_outliers():
    image = [[100] + [110] * 10 + [120] * 9 + [140]]
    assert auto(image, cut=5) == stretch(image, 5)
    assert auto(image, cut=5)[0][-1] == 255


def test_auto_leaves_wide_range():
    assert auto([[0, 250]]) == [[0, 250]]


def test_equalize():
    assert equalize([[10, 11], [12, 13]]) == [[0, 85], [170, 255]]


def test_threshold_and_text():
    assert threshold([[0, 100, 200]]) == [[0, 255, 255]]
    assert to_text([[0, 128, 255]]) == [" +@"]
