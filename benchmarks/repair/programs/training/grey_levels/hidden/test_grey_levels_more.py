import pytest

from grey_levels import auto, brighten, check, equalize, percentile, stretch

OUTLIERS = [[0] + [100] * 4, [150] * 4 + [255]]


def test_low_outlier_becomes_black():
    assert stretch(OUTLIERS, 20)[0] == [0, 0, 0, 0, 0]


def test_high_outlier_becomes_white():
    assert stretch(OUTLIERS, 20)[1] == [255] * 5


@pytest.mark.parametrize("cut", [0, 1, 5, 10, 20, 30, 40])
def test_stretched_image_is_proper(cut):
    image = [[3, 40, 41, 45, 50], [52, 60, 61, 62, 251]]
    assert check(stretch(image, cut))


def test_levels_between_are_spread():
    image = [[0, 100, 120, 140, 160, 200, 200, 255, 255, 255]]
    result = stretch(image, 20)
    assert percentile(image, 20) == 100
    assert percentile(image, 80) == 255
    assert result == [[0, 0, 33, 66, 99, 165, 165, 255, 255, 255]]


def test_order_of_levels_is_kept():
    image = [[9, 10, 30, 31, 70, 90, 99, 100, 180, 220]]
    result = stretch(image, 10)[0]
    assert result == sorted(result)
    assert result[0] == 0
    assert result[-1] == 255


def test_no_cut_uses_whole_range():
    assert stretch([[20, 30, 71]]) == [[0, 50, 255]]


def test_argument_is_left_alone():
    image = [[0, 50, 50, 50, 60, 60, 60, 60, 60, 200]]
    stretch(image, 10)
    assert image == [[0, 50, 50, 50, 60, 60, 60, 60, 60, 200]]


def test_stretched_image_can_be_used():
    image = [[0] + [50] * 4 + [60] * 4 + [200]]
    assert equalize(stretch(image, 20))
    assert brighten(stretch(image, 20), -255) == [[0] * 10]


def test_auto_is_proper():
    image = [[90] + [100] * 60 + [110] * 60 + [180]]
    assert check(auto(image))
    assert auto(image)[0][0] == 0
    assert auto(image)[0][-1] == 255


def test_results_are_integers():
    assert all(isinstance(value, int) for value in stretch([[0, 10, 20, 33, 40]], 10)[0])
