import pytest

from chat_moderation import Room


@pytest.fixture
def room():
    r = Room(slow_seconds=30, mute_seconds=60, blocked=["bad", "Worse"])
    r.join("Ann")
    r.join("Mo", moderator=True)
    return r


def test_many_refused_attempts(room):
    assert room.post("Ann", "x", 100) == "ok"
    for now in (110, 115, 120, 129):
        assert room.post("Ann", "y", now) == "slow down"
    assert room.post("Ann", "y", 130) == "ok"


def test_slow_mode_counts_from_the_newest_message(room):
    room.post("Ann", "x", 0)
    assert room.post("Ann", "y", 30) == "ok"
    assert room.post("Ann", "z", 59) == "slow down"
    assert room.post("Ann", "z", 60) == "ok"


def test_blocked_does_not_shorten_waiting(room):
    room.post("Ann", "x", 0)
    assert room.post("Ann", "bad", 31) == "blocked"
    assert room.post("Ann", "good", 32) == "ok"
    assert room.post("Ann", "more", 61) == "slow down"
    assert room.post("Ann", "more", 62) == "ok"


def test_slow_down_comes_before_strike(room):
    room.post("Ann", "x", 0)
    assert room.post("Ann", "bad", 5) == "slow down"
    assert room.strikes("Ann") == 0


def test_blocked_in_a_row_mutes(room):
    assert [room.post("Ann", "worse", n) for n in (0, 1, 2)] == ["blocked"] * 3
    assert room.post("Ann", "x", 3) == "muted"


def test_after_mute(room):
    for n in (0, 1, 2):
        room.post("Ann", "bad", n)
    assert room.post("Ann", "x", 62) == "ok"


def test_empty_does_not_count(room):
    assert room.post("Ann", "", 0) == "empty"
    assert room.post("Ann", "x", 1) == "ok"


def test_muted_attempt_does_not_count(room):
    room.mute("Ann", 0, seconds=10)
    assert room.post("Ann", "x", 9) == "muted"
    assert room.post("Ann", "x", 10) == "ok"


def test_first_message_is_free(room):
    assert room.post("Ann", "x", 0) == "ok"


def test_names_share_slow_mode(room):
    room.post("Ann", "x", 0)
    assert room.post(" ANN ", "x", 5) == "slow down"


def test_members_are_independent(room):
    room.join("Bo")
    room.post("Ann", "x", 0)
    room.post("Ann", "x", 20)
    assert room.post("Bo", "x", 21) == "ok"


def test_moderator_posts_freely(room):
    assert [room.post("Mo", "bad", n) for n in (0, 1, 2, 3)] == ["ok"] * 4
    assert len(room.messages) == 4
