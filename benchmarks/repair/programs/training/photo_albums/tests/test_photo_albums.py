import pytest

from photo_albums import Album, Gallery


@pytest.fixture
def gallery():
    gallery = Gallery()
    for name, taken in [("sea", "2023-07-01"), ("hill", "2023-08-01"), ("town", "2022-01-01")]:
        gallery.upload(name + ".jpg", taken, [" Trip"])
    gallery.create_album("Summer", [1, 2])
    gallery.create_album("all", [3, 1, 2])
    return gallery


def test_first_is_cover(gallery):
    assert gallery.albums["Summer"].cover == 1
    assert gallery.overview() == ["all (3): town.jpg", "Summer (2): sea.jpg"]


def test_set_cover(gallery):
    gallery.albums["Summer"].set_cover(2)
    assert gallery.albums["Summer"].cover == 2
    with pytest.raises(ValueError):
        gallery.albums["Summer"].set_cover(3)


def test_remove_from_album():
    album = Album("x")
    album.add(5)
    album.add(6)
    album.remove(5)
    assert album.cover == 6
    album.remove(6)
    assert album.cover is None


def test_move(gallery):
    gallery.create_album("Sea")
    gallery.move(1, "Summer", "Sea")
    assert gallery.albums["Summer"].cover == 2
    assert gallery.albums["Sea"].cover == 1


def test_delete(gallery):
    gallery.delete(2)
    assert 2 not in gallery.photos
    assert gallery.albums["Summer"].photos == [1]
    assert gallery.albums["all"].photos == [3, 1]


def test_overview_after_delete(gallery):
    gallery.delete(1)
    assert gallery.overview() == ["all (2): town.jpg", "Summer (1): hill.jpg"]


def test_loose(gallery):
    new = gallery.upload("x.jpg", "2024-01-01")
    assert gallery.loose() == [new]


def test_tagged(gallery):
    assert gallery.tagged("TRIP ") == [2, 1, 3]
    assert gallery.tagged("x") == []
