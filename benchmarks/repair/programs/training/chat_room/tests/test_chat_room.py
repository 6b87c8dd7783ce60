import pytest

from chat_room import Room


@pytest.fixture
def room():
    r = Room(moderators=["mod"])
    r.post("ann", "Lunch at noon?", 10)
    r.post("bob", "Fine with me", 12)
    r.post("ann", "See you at the canteen", 15)
    return r


def test_post(room):
    assert room.post("cy", " hello ", 20) == 4
    assert room.get(4).text == "hello"
    with pytest.raises(ValueError):
        room.post("cy", "  ", 21)


def test_edit_keeps_revisions(room):
    room.edit("ann", 1, "Lunch at one?", 20)
    room.edit("ann", 1, "Lunch at two?", 30)
    message = room.get(1)
    assert [message.text_at(t) for t in (10, 19, 20, 30)] == [
        "Lunch at noon?", "Lunch at noon?", "Lunch at one?", "Lunch at two?"]


def test_edit_of_others(room):
    with pytest.raises(PermissionError):
        room.edit("mod", 1, "No", 20)


def test_delete(room):
    room.delete("mod", 2)
    assert room.transcript()[1] == "bob: (deleted)"
    with pytest.raises(LookupError):
        room.edit("bob", 2, "again", 30)
    with pytest.raises(PermissionError):
        room.delete("bob", 1)


def test_reactions(room):
    room.react("bob", 1, "+1")
    room.react("cy", 1, "+1")
    room.react("bob", 1, "+1")
    room.react("bob", 1, "x")
    room.react("bob", 1, "x")
    assert room.reactions(1) == {"+1": 1}


def test_pins(room):
    room.pin(3)
    room.pin(1)
    room.pin(3)
    assert room.pinned() == [1, 3]
    room.unpin(3)
    assert room.pinned() == [1]


def test_pin_limit(room):
    room.post("cy", "hi", 20)
    for number in (1, 2, 3):
        room.pin(number)
    with pytest.raises(ValueError):
        room.pin(4)


def test_delete_pinned(room):
    room.pin(1)
    room.pin(2)
    room.delete("ann", 1)
    assert room.pinned() == [2]


def test_deleting_makes_room_for_a_pin(room):
    room.post("cy", "hi", 20)
    for number in (1, 2, 3):
        room.pin(number)
    room.delete("mod", 2)
    room.pin(4)
    assert room.pinned() == [4, 3, 1]


def test_unread(room):
    assert room.unread("bob") == 1
    assert room.unread("cy") == 3
    room.delete("ann", 3)
    assert room.unread("bob") == 0
    room.mark_read("cy")
    assert room.unread("cy") == 0


def test_search(room):
    assert room.search("AT") == [3, 1]
    assert room.search("at noon") == [1]
    room.delete("ann", 1)
    assert room.search("noon") == []


def test_transcript(room):
    room.edit("bob", 2, "Fine", 13)
    room.pin(1)
    assert room.transcript() == ["! ann: Lunch at noon?", "bob: Fine *",
                                 "ann: See you at the canteen"]
