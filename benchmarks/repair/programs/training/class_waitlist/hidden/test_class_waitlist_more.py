import pytest

from class_waitlist import BookingError, Gym


@pytest.fixture
def gym():
    g = Gym(max_bookings=1)
    g.add_class("row", 9, 1)
    g.add_class("abs", 10, 9)
    for member in "abcdef":
        g.book(member, "row")
    return g


def test_one_more_place(gym):
    gym.resize("row", 2)
    assert gym.gym_class("row").booked == ["a", "b"]
    assert gym.gym_class("row").waiting == list("cdef")


def test_three_more_places(gym):
    gym.resize("row", 4)
    assert gym.gym_class("row").booked == list("abcd")
    assert gym.gym_class("row").waiting == ["e", "f"]


def test_room_for_all(gym):
    gym.resize("row", 6)
    assert gym.gym_class("row").booked == list("abcdef")
    assert gym.gym_class("row").waiting == []
    assert gym.gym_class("row").free == 0


def test_messages_in_order(gym):
    gym.resize("row", 5)
    assert [member for member, _ in gym.messages] == ["b", "c", "d", "e"]


def test_blocked_between(gym):
    gym.book("c", "abs")
    gym.resize("row", 4)
    assert gym.gym_class("row").booked == ["a", "b", "d", "e"]
    assert gym.gym_class("row").waiting == ["c", "f"]


def test_first_is_blocked(gym):
    gym.book("b", "abs")
    gym.book("c", "abs")
    gym.resize("row", 3)
    assert gym.gym_class("row").booked == ["a", "d", "e"]
    assert gym.gym_class("row").waiting == ["b", "c", "f"]


def test_all_blocked(gym):
    for member in "bcdef":
        gym.book(member, "abs")
    gym.resize("row", 9)
    assert gym.gym_class("row").booked == ["a"]
    assert gym.gym_class("row").waiting == list("bcdef")
    assert gym.messages == []


def test_new_member_behind_blocked(gym):
    for member in "bcdef":
        gym.book(member, "abs")
    gym.cancel("a", "row")
    assert gym.book("g", "row") is True
    assert gym.gym_class("row").waiting == list("bcdef")


def test_freed_members_get_places(gym):
    gym.book("b", "abs")
    gym.book("c", "abs")
    gym.resize("row", 2)
    assert gym.gym_class("row").booked == ["a", "d"]
    gym.cancel("b", "abs")
    gym.cancel("c", "abs")
    gym.resize("row", 4)
    assert gym.gym_class("row").booked == ["a", "d", "b", "c"]


def test_closing_tells_the_waiting(gym):
    assert gym.check_in("row", ["a"]) == []
    assert [member for member, _ in gym.messages] == list("bcdef")


def test_resize_without_waiting(gym):
    gym.resize("abs", 1)
    assert gym.gym_class("abs").booked == []
    with pytest.raises(BookingError):
        gym.cancel("z", "abs")
