import pytest

from chat_moderation import Room


@pytest.fixture
def room():
    r = Room(slow_seconds=10, mute_seconds=100, blocked=["Spam"])
    r.join("Ann")
    r.join("Bob", moderator=True)
    return r


def test_post(room):
    assert room.post("ann ", " hi ", 0) == "ok"
    assert [(m.user, m.text) for m in room.messages] == [("Ann", "hi")]


def test_not_a_member(room):
    assert room.post("Zoe", "hi", 0) == "not a member"
    assert room.leave("Ann")
    assert room.post("Ann", "hi", 0) == "not a member"


def test_empty(room):
    assert room.post("Ann", "   ", 0) == "empty"


def test_slow_mode(room):
    room.post("Ann", "one", 0)
    assert room.post("Ann", "two", 9) == "slow down"
    room.join("Cleo")
    assert room.post("Cleo", "me too", 9) == "ok"


def test_impatient_member_gets_through_in_time(room):
    room.post("Ann", "one", 0)
    assert room.post("Ann", "two", 6) == "slow down"
    assert room.post("Ann", "two", 10) == "ok"


def test_slow_mode_not_for_moderators(room):
    assert room.post("Bob", "one", 0) == "ok"
    assert room.post("Bob", "spam, really?", 1) == "ok"


def test_blocked_word_gives_a_strike(room):
    assert room.post("Ann", "buy SPAM!", 0) == "blocked"
    assert room.strikes("ANN") == 1
    assert room.messages == []


def test_may_rephrase_after_blocked_message(room):
    assert room.post("Ann", "buy spam", 0) == "blocked"
    assert room.post("Ann", "buy ham", 2) == "ok"


def test_third_strike_mutes(room):
    for now in (0, 20, 40):
        room.post("Ann", "spam", now)
    assert room.is_muted("Ann", 139)
    assert room.post("Ann", "sorry", 139) == "muted"
    assert room.post("Ann", "sorry", 140) == "ok"
    assert room.strikes("Ann") == 0


def test_pardon(room):
    room.mute("Ann", 0)
    room.pardon(" ann")
    assert room.post("Ann", "thanks", 1) == "ok"


def test_purge(room):
    room.post("Ann", "one", 0)
    room.post("Bob", "two", 0)
    assert room.purge("ANN") == 1
    assert [m.text for m in room.messages] == ["two"]
