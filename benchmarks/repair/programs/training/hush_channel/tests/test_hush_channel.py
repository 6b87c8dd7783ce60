import pytest

from hush_channel import Channel


@pytest.fixture
def room():
    room = Channel("tea")
    for name in ("Ann", "Bob", "Cem"):
        room.join(name)
    return room


def test_mentions(room):
    assert room.post("Ann", "hi @bob and @BOB, not a@cem") == ["Bob"]
    assert room.unread("Bob") == (1, 1)
    assert room.unread("Cem") == (1, 0)


def test_all(room):
    assert room.post("Bob", "@all tea is ready") == ["Ann", "Cem"]


def test_muted(room):
    room.mute("Ann", "bob")
    assert room.post("Bob", "@ann @cem hello") == ["Cem"]
    assert room.unread("Ann") == (0, 0)
    room.unmute("Ann", "Bob")
    assert room.unread("Ann") == (1, 1)


def test_read(room):
    room.post("Ann", "one")
    room.post("Bob", "two")
    assert room.read("Cem") == ["Ann: one", "Bob: two"]
    assert room.read("Cem") == []


def test_rename_keeps_messages(room):
    room.post("Ann", "hi @bob")
    room.rename("Bob", "Bobby")
    assert room.unread("bobby") == (1, 1)
    assert room.members() == ["Ann", "Bobby", "Cem"]
    room.rename("Ann", "Anna")
    assert room.read("Bobby") == ["Anna: hi @bob"]


def test_muted_member_renames(room):
    room.mute("Ann", "Bob")
    room.post("Bob", "noise")
    room.rename("Bob", "Rob")
    assert room.post("Rob", "@ann more noise") == []
    assert room.unread("Ann") == (0, 0)


def test_renamed_member_still_mutes(room):
    room.mute("Bob", "Ann")
    room.rename("Bob", "Rob")
    assert room.post("Ann", "@rob") == []


def test_leave(room):
    room.mute("Ann", "Bob")
    room.leave("Bob")
    room.join("Bob")
    assert room.post("Bob", "@ann I'm new") == ["Ann"]


def test_taken(room):
    with pytest.raises(ValueError):
        room.rename("Ann", "cem")
    with pytest.raises(ValueError):
        room.join("ANN")
