import pytest

from class_waitlist import BookingError, Gym


@pytest.fixture
def gym():
    g = Gym(max_bookings=2)
    g.add_class("spin", 18, 2)
    g.add_class("yoga", 18, 5)
    g.add_class("box", 17, 1)
    return g


def fill_spin(gym, *members):
    return [gym.book(member, "spin") for member in members]


def test_book_and_wait(gym):
    assert fill_spin(gym, "ann", "bob", "cid", "dee") == [True, True, False, False]
    assert gym.gym_class("spin").position("dee") == 2
    assert gym.gym_class("spin").position("ann") is None


def test_twice(gym):
    gym.book("ann", "spin")
    with pytest.raises(BookingError):
        gym.book("ann", "spin")


def test_cancel_moves_up(gym):
    fill_spin(gym, "ann", "bob", "cid", "dee")
    gym.cancel("ann", "spin")
    assert gym.gym_class("spin").booked == ["bob", "cid"]
    assert gym.gym_class("spin").waiting == ["dee"]
    assert gym.messages == [("cid", "You have a place in spin")]


def test_cancel_waiting(gym):
    fill_spin(gym, "ann", "bob", "cid", "dee")
    gym.cancel("cid", "spin")
    assert gym.gym_class("spin").waiting == ["dee"]
    with pytest.raises(BookingError):
        gym.cancel("cid", "spin")


def test_same_hour(gym):
    gym.book("ann", "yoga")
    with pytest.raises(BookingError, match="same hour"):
        gym.book("ann", "spin")


def test_blocked_member_is_passed_over(gym):
    fill_spin(gym, "ann", "bob", "cid", "dee")
    gym.book("cid", "yoga")
    gym.cancel("bob", "spin")
    assert gym.gym_class("spin").booked == ["ann", "dee"]
    assert gym.gym_class("spin").waiting == ["cid"]


def test_bigger_room(gym):
    fill_spin(gym, "ann", "bob", "cid", "dee", "eve")
    gym.resize("spin", 4)
    assert gym.gym_class("spin").booked == ["ann", "bob", "cid", "dee"]
    assert gym.gym_class("spin").waiting == ["eve"]


def test_much_bigger_room(gym):
    fill_spin(gym, "ann", "bob", "cid", "dee")
    gym.resize("spin", 10)
    assert gym.timetable() == ["box 17h: 0/1", "spin 18h: 4/10", "yoga 18h: 0/5"]


def test_smaller_room(gym):
    fill_spin(gym, "ann", "bob", "cid")
    gym.resize("spin", 1)
    assert gym.gym_class("spin").booked == ["ann", "bob"]
    assert gym.timetable()[1] == "spin 18h: 2/1, 1 waiting"


def test_strikes(gym):
    gym.book("ann", "box")
    gym.book("ann", "yoga")
    assert gym.check_in("box", ["bob"]) == ["ann"]
    assert gym.check_in("yoga", []) == ["ann"]
    with pytest.raises(BookingError, match="missed"):
        gym.book("ann", "spin")


def test_bookings_by_hour(gym):
    gym.book("ann", "spin")
    gym.book("ann", "box")
    assert gym.bookings("ann") == ["box", "spin"]
