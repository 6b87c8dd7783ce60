import pytest

from playlist import Player


class InOrder:
    def shuffle(self, items):
        pass


@pytest.fixture
def player():
    return Player("abcde", rng=InOrder())


def test_next_plays_each_once(player):
    assert [player.next() for _ in range(6)] == ["a", "b", "c", "d", "e", None]


def test_previous_and_forward(player):
    player.next(), player.next(), player.next()
    assert player.previous() == "b"
    assert player.upcoming == ["c", "d", "e"]
    assert player.next() == "c"


def test_previous_at_start(player):
    assert player.previous() is None
    player.next()
    assert player.previous() is None
    assert player.current == "a"


def test_repeat_avoids_same_track_twice():
    player = Player("ab", rng=InOrder(), repeat=True)
    player.next(), player.next()
    player.play("a")
    assert player.next() == "b"


def test_play_drops_forward(player):
    player.next(), player.next(), player.previous()
    player.play("d")
    assert player.played == ["a", "d"]
    assert player.upcoming == ["c", "e"]


def test_limit():
    player = Player("abcd", rng=InOrder(), limit=2)
    for _ in range(4):
        player.next()
    assert player.played == ["c", "d"]


def test_remove_from_queue(player):
    player.next()
    player.remove("c")
    assert player.upcoming == ["b", "d", "e"]
    assert player.current == "a"


def test_remove_played_track(player):
    player.next(), player.next(), player.next()
    player.remove("a")
    assert player.current == "c"
    assert player.next() == "d"


def test_remove_after_going_back(player):
    player.next(), player.next(), player.next(), player.next()
    player.previous()
    player.remove("b")
    assert player.current == "c"
    assert player.played == ["a", "c"]
    assert player.upcoming == ["d", "e"]


def test_remove_current_falls_back(player):
    player.next(), player.next()
    player.remove("b")
    assert player.current == "a"


def test_remove_unknown(player):
    with pytest.raises(KeyError):
        player.remove("z")
