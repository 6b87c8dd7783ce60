import pytest

from chat_room import MAX_PINS, Room


def filled(count=5, **more):
    room = Room(**more)
    for number in range(count):
        room.post("ann", f"message {number}", number)
    return room


def test_only_pin_deleted():
    room = filled()
    room.pin(2)
    room.delete("ann", 2)
    assert room.pinned() == []


def test_delete_not_pinned():
    room = filled()
    room.pin(2)
    room.delete("ann", 3)
    assert room.pinned() == [2]


def test_delete_without_pins():
    room = filled()
    room.delete("ann", 3)
    assert room.pinned() == []
    assert room.unread("bob") == 4


def test_moderator_deletes_pinned():
    room = filled(moderators=["mod"])
    room.pin(1)
    room.pin(4)
    room.delete("mod", 4)
    assert room.pinned() == [1]


def test_refused_delete_keeps_pin():
    room = filled()
    room.pin(1)
    with pytest.raises(PermissionError):
        room.delete("bob", 1)
    assert room.pinned() == [1]


def test_all_pins_deleted_and_new_ones():
    room = filled(2 * MAX_PINS)
    for number in range(1, MAX_PINS + 1):
        room.pin(number)
    for number in range(1, MAX_PINS + 1):
        room.delete("ann", number)
    for number in range(MAX_PINS + 1, 2 * MAX_PINS + 1):
        room.pin(number)
    assert sorted(room.pinned()) == list(range(MAX_PINS + 1, 2 * MAX_PINS + 1))


def test_limit_still_holds_after_a_delete():
    room = filled(6)
    for number in (1, 2, 3):
        room.pin(number)
    room.delete("ann", 1)
    room.pin(4)
    with pytest.raises(ValueError):
        room.pin(5)


def test_unpin_then_delete():
    room = filled()
    room.pin(1)
    room.unpin(1)
    room.delete("ann", 1)
    assert room.pinned() == []


def test_edit_keeps_pin():
    room = filled()
    room.pin(1)
    room.edit("ann", 1, "new", 20)
    assert room.pinned() == [1]
    assert room.transcript()[0] == "! ann: new *"


def test_pin_of_deleted():
    room = filled()
    room.delete("ann", 1)
    with pytest.raises(LookupError):
        room.pin(1)


def test_other_pins_keep_their_order():
    room = filled()
    for number in (5, 2, 4):
        room.pin(number)
    room.delete("ann", 2)
    assert room.pinned() == [4, 5]
