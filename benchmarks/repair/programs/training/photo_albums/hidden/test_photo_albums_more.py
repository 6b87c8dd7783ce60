import pytest

from photo_albums import Gallery


def make(n=3):
    g = Gallery()
    for i in range(n):
        g.upload(f"{i + 1}.jpg", "2024-01-01")
    return g


def test_delete_cover_takes_first():
    g = make()
    g.create_album("a", [1, 2, 3])
    g.delete(1)
    assert g.albums["a"].cover == 2


def test_delete_only_photo():
    g = make(1)
    g.create_album("a", [1])
    g.delete(1)
    assert g.albums["a"].cover is None
    assert g.overview() == ["a (0): no cover"]


def test_cover_in_two_albums():
    g = make()
    g.create_album("a", [1, 2])
    g.create_album("b", [1, 3])
    g.delete(1)
    assert (g.albums["a"].cover, g.albums["b"].cover) == (2, 3)


def test_other_cover_stays():
    g = make()
    g.create_album("a", [1, 2, 3]).set_cover(3)
    g.delete(1)
    assert g.albums["a"].cover == 3
    assert g.albums["a"].photos == [2, 3]


def test_chosen_cover_deleted():
    g = make()
    g.create_album("a", [1, 2, 3]).set_cover(3)
    g.delete(3)
    assert g.albums["a"].cover == 1


def test_add_after_emptied():
    g = make()
    g.create_album("a", [1])
    g.delete(1)
    g.add_to("a", 2)
    assert g.albums["a"].cover == 2


def test_delete_loose():
    g = make()
    g.create_album("a", [1])
    g.delete(3)
    assert g.loose() == [2]
    assert g.albums["a"].cover == 1


def test_delete_unknown():
    with pytest.raises(KeyError):
        make().delete(9)


def test_delete_all():
    g = make()
    g.create_album("a", [3, 2, 1])
    for i in (3, 2, 1):
        g.delete(i)
    assert g.albums["a"].cover is None
    assert g.photos == {}


def test_add_twice():
    g = make()
    g.create_album("a", [1, 1])
    assert len(g.albums["a"]) == 1
