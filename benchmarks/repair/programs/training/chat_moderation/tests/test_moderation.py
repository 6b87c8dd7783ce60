import pytest

from moderation import Room


@pytest.fixture
def room():
    return Room(["darn"])


def test_post(room):
    assert room.post("ann", " hello ", 0)
    assert room.history() == ["ann: hello"]


def test_nothing_to_say(room):
    assert not room.post("ann", "  ", 0)


def test_stars(room):
    room.post("ann", "Darn, that hurts", 0)
    assert room.history() == ["ann: ***** that hurts"]


def test_too_many(room):
    assert [room.post("ann", "hi", at) for at in (0, 1, 2, 3, 61)] == [True, True, True, False, True]


def test_muted(room):
    room.mute("bob", 0, 30)
    assert not room.post("bob", "x", 29)
    assert room.post("bob", "x", 30)


def test_kick(room):
    for at, author in enumerate(["bob", "bob", "ann", "bob"]):
        room.post(author, "x", at)
    assert room.kick("bob") == 3
    assert room.history() == ["ann: x"]


def test_kick_nobody(room):
    room.post("ann", "x", 0)
    assert room.kick("bob") == 0


def test_last(room):
    room.post("ann", "1", 0)
    room.post("bob", "2", 0)
    assert room.history(1) == ["bob: 2"]


def test_talkers(room):
    for at, author in enumerate(["cy", "ann", "cy", "bob"]):
        room.post(author, "x", at)
    assert room.talkers() == [("cy", 2), ("ann", 1), ("bob", 1)]
