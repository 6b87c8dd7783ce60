import pytest

from playlist import Player


class InOrder:
    def shuffle(self, items):
        pass


def make(tracks, steps, **options):
    player = Player(tracks, rng=InOrder(), **options)
    for _ in range(steps):
        player.next()
    return player


def test_remove_track_heard_twice():
    p = make("abc", 2)
    p.play("a")
    p.play("c")
    p.remove("a")
    assert p.played == ["b", "c"]
    assert p.current == "c"


def test_remove_track_only_ahead_keeps_place():
    p = make("abcd", 4)
    p.previous()
    p.previous()
    p.remove("d")
    assert p.current == "b"
    assert p.upcoming == ["c"]


def test_remove_heard_before_and_ahead():
    p = make("abc", 1)
    p.play("b")
    p.play("a")
    p.previous()
    p.remove("a")
    assert p.current == "b"
    assert p.upcoming == ["c"]


def test_previous_after_remove():
    p = make("abcd", 3)
    p.remove("b")
    assert p.previous() == "a"
    assert p.next() == "c"


def test_remove_only_played_track():
    p = make("ab", 1)
    p.remove("a")
    assert p.current is None
    assert p.next() == "b"


def test_remove_first_of_two_then_next():
    p = make("abc", 2)
    p.remove("a")
    assert p.current == "b"
    assert p.next() == "c"
    assert p.next() is None


def test_remove_everything_in_turn():
    p = make("abc", 3)
    for t in "abc":
        p.remove(t)
    assert p.current is None
    assert p.next() is None


def test_play_after_remove():
    p = make("abcd", 3)
    p.remove("a")
    p.play("b")
    assert p.played == ["b", "c", "b"]


def test_remove_not_played_keeps_history():
    p = make("abc", 2)
    p.remove("c")
    assert p.played == ["a", "b"]


def test_limit_after_remove():
    p = make("abcde", 3, limit=3)
    p.remove("b")
    p.next()
    assert p.played == ["a", "c", "d"]
    p.next()
    assert p.played == ["c", "d", "e"]


def test_add_again_after_remove():
    p = make("ab", 2)
    p.remove("a")
    assert p.add("a") is True
    assert p.next() == "a"
    assert p.played == ["b", "a"]


def test_play_unknown():
    with pytest.raises(KeyError):
        make("ab", 0).play("z")
