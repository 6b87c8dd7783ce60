import pytest

from hush_channel import Channel


@pytest.fixture
def room():
    room = Channel()
    for name in ("Ann", "Bob", "Cem", "Dee"):
        room.join(name)
    return room


def test_muted_by_several(room):
    room.mute("Ann", "Dee")
    room.mute("Bob", "Dee")
    room.rename("Dee", "Eve")
    assert room.post("Eve", "@all") == ["Cem"]


def test_unmute_by_new_name(room):
    room.mute("Ann", "Bob")
    room.rename("Bob", "Rob")
    room.unmute("Ann", "rob")
    assert room.post("Rob", "@ann") == ["Ann"]


def test_old_name_is_free_again(room):
    room.mute("Ann", "Bob")
    room.rename("Bob", "Rob")
    room.join("Bob")
    assert room.post("Bob", "@ann") == ["Ann"]
    assert room.post("Rob", "@ann") == []


def test_others_do_not_begin_to_mute(room):
    room.mute("Ann", "Bob")
    room.rename("Bob", "Rob")
    assert room.post("Rob", "@cem @dee") == ["Cem", "Dee"]
    assert room.unread("Cem") == (1, 1)


def test_other_mutes_stay(room):
    room.mute("Ann", "Bob")
    room.mute("Ann", "Cem")
    room.rename("Bob", "Rob")
    room.post("Cem", "x")
    room.post("Rob", "y")
    room.post("Dee", "z")
    assert room.read("Ann") == ["Dee: z"]


def test_change_of_case_only(room):
    room.mute("Ann", "Bob")
    room.rename("Bob", "BOB")
    assert room.post("BOB", "@ann") == []
    assert room.members() == ["Ann", "BOB", "Cem", "Dee"]


def test_renamed_twice(room):
    room.mute("Ann", "Bob")
    room.rename("Bob", "Rob")
    room.rename("Rob", "Robin")
    assert room.post("Robin", "@ann") == []
    assert room.unread("Ann") == (0, 0)


def test_mutual(room):
    room.mute("Ann", "Bob")
    room.mute("Bob", "Ann")
    room.rename("Bob", "Rob")
    room.rename("Ann", "Anna")
    assert room.post("Rob", "@anna") == []
    assert room.post("Anna", "@rob") == []


def test_nobody_muted(room):
    room.rename("Bob", "Rob")
    assert room.post("Rob", "@all") == ["Ann", "Cem", "Dee"]


def test_refused_rename_changes_nothing(room):
    room.mute("Ann", "Bob")
    with pytest.raises(ValueError):
        room.rename("Bob", "all")
    assert room.post("Bob", "@ann") == []


def test_leave_after_rename(room):
    room.mute("Ann", "Bob")
    room.rename("Bob", "Rob")
    room.leave("Rob")
    room.join("Rob")
    assert room.post("Rob", "@ann") == ["Ann"]
