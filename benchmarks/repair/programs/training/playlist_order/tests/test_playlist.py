import pytest

from playlist import Playlist, Track


@pytest.fixture
def playlist():
    playlist = Playlist(Track(title, 10 * n) for n, title in enumerate("abcde", 1))
    playlist.skip(2)
    return playlist


def test_current(playlist):
    assert playlist.current.title == "c"
    assert playlist.remaining == 120


def test_add(playlist):
    playlist.add(Track("x", 1), 2)
    playlist.add(Track("y", 1))
    assert playlist.titles == list("abxcdey")
    assert playlist.current.title == "c"


def test_remove(playlist):
    playlist.remove(0)
    assert playlist.current.title == "c"
    playlist.remove(1)
    assert playlist.current.title == "d"


def test_remove_last():
    playlist = Playlist([Track("a", 1)])
    playlist.remove(0)
    assert playlist.current is None


def test_move_over_current(playlist):
    playlist.move(0, 4)
    assert (playlist.titles, playlist.current.title) == (list("bcdea"), "c")
    playlist.move(3, 0)
    assert (playlist.titles, playlist.current.title) == (list("ebcda"), "c")


def test_move_current(playlist):
    playlist.move(2, 0)
    assert (playlist.position, playlist.current.title) == (0, "c")


def test_move_onto_current(playlist):
    playlist.move(0, 2)
    assert (playlist.titles, playlist.current.title) == (list("bcade"), "c")
    playlist.move(4, 1)
    assert (playlist.titles, playlist.current.title) == (list("becad"), "c")


def test_play_next_keeps_current(playlist):
    playlist.play_next(4)
    assert (playlist.titles, playlist.current.title) == (list("abced"), "c")
    playlist.bring_up(4)
    assert (playlist.titles, playlist.current.title) == (list("abdce"), "c")


def test_skip(playlist):
    assert playlist.skip(-1).title == "b"
    assert playlist.skip(9) is None


def test_repeat():
    playlist = Playlist([Track("a", 1), Track("b", 1)], repeat=True)
    assert playlist.skip(3).title == "b"


def test_sort(playlist):
    playlist.sort(key=lambda track: -track.seconds)
    assert (playlist.titles, playlist.position) == (list("edcba"), 2)


def test_outside(playlist):
    with pytest.raises(IndexError):
        playlist.move(0, 5)
