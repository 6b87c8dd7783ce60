import pytest

from imaging import Size, cover, fit, variants
from imaging.variants import file_name


def test_parse():
    assert Size.parse("640X480") == Size(640, 480)
    with pytest.raises(ValueError):
        Size.parse("640")


def test_landscape():
    assert Size(2, 1).is_landscape
    assert not Size(1, 1).is_landscape


def test_scaled_never_vanishes():
    assert Size(1000, 2).scaled(0.01) == Size(10, 1)


def test_fit_landscape():
    assert fit(Size(1600, 800), Size(400, 300)) == Size(400, 200)


def test_fit_portrait():
    assert fit(Size(800, 1600), Size(400, 400)) == Size(200, 400)


def test_small_pictures_stay():
    assert fit(Size(50, 40), Size(400, 400)) == Size(50, 40)


def test_enlarged():
    assert fit(Size(50, 50), Size(400, 300), enlarge=True) == Size(300, 300)


def test_cover_square():
    assert cover(Size(300, 300), Size(100, 100)) == (Size(100, 100), (0, 0, 100, 100))


def test_cover_landscape():
    assert cover(Size(400, 200), Size(100, 100)) == (Size(200, 100), (50, 0, 150, 100))


def test_file_name():
    assert file_name("a.b.png", "card", Size(4, 3)) == "a.b-card-4x3.png"
    assert file_name("cat", "card", Size(4, 3)) == "cat-card-4x3.jpg"


def test_variants():
    assert variants("cat.png", Size(1200, 1200)) == {
        "thumb": "cat-thumb-100x100.png", "card": "cat-card-300x300.png",
    }
