from playlist import Playlist


def test_more():
    p = Playlist(3)
    assert p.add_all(["a", "a", "b", "c", "d"]) == 3
    assert p.songs == ["a", "b", "c"]
