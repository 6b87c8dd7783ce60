import pytest

from playlist import Playlist


def test_add():
    found = Playlist()
    assert found.add_all(["a", "b"]) == 2
    assert found.songs == ["a", "b"]


def test_twice():
    found = Playlist()
    found.add_all(["a", "b"])
    assert found.add_all(["b", "c"]) == 1
    assert found.songs == ["a", "b", "c"]


def test_full():
    found = Playlist(longest=2)
    assert found.add_all(["a", "b", "c"]) == 2


def test_after():
    found = Playlist()
    found.add_all(["a", "b"])
    assert found.after("b") == "a"


def test_after_unknown():
    with pytest.raises(ValueError):
        Playlist().after("x")


def test_drop():
    found = Playlist()
    found.add_all(["a"])
    found.drop("a")
    found.drop("a")
    assert found.songs == []
