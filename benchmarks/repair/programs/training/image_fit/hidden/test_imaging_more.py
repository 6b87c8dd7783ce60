import pytest

from imaging import Size, cover, fit


@pytest.mark.parametrize("size", [Size(1000, 10), Size(10, 1000), Size(640, 480), Size(480, 640), Size(7, 7)])
@pytest.mark.parametrize("box", [Size(100, 50), Size(50, 100), Size(80, 80)])
def test_fits_and_covers(size, box):
    fitted = fit(size, box, enlarge=True)
    assert fitted.width <= box.width and fitted.height <= box.height
    assert fitted.width == box.width or fitted.height == box.height
    scaled, (left, top, right, bottom) = cover(size, box)
    assert 0 <= left and 0 <= top and right <= scaled.width and bottom <= scaled.height
    assert (right - left, bottom - top) == box


def test_crop_is_in_the_middle():
    assert cover(Size(100, 300), Size(100, 100)) == (Size(100, 300), (0, 100, 100, 200))
