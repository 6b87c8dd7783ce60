import pytest

from room_planner import CLOSE, OPEN, BookingError, RoomPlanner


@pytest.fixture
def planner():
    return RoomPlanner({"Oak": 4, "Elm": 10})


def test_move_earlier_overlapping_itself(planner):
    number = planner.book("Oak", 540, 600)
    planner.move(number, 510)
    booking, = planner.bookings("Oak")
    assert (booking.start, booking.end) == (510, 570)


def test_move_to_same_time(planner):
    number = planner.book("Elm", 540, 600)
    planner.move(number, 540)
    assert planner.bookings("Elm")[0].start == 540


def test_small_move_still_sees_others(planner):
    number = planner.book("Oak", 540, 600)
    planner.book("Oak", 610, 700)
    planner.move(number, 550)
    with pytest.raises(BookingError):
        planner.move(number, 551)
    assert planner.bookings("Oak")[0].end == 610


def test_move_into_earlier_meeting(planner):
    planner.book("Oak", 480, 540)
    number = planner.book("Oak", 540, 600)
    with pytest.raises(BookingError):
        planner.move(number, 530)


def test_move_to_taken_room(planner):
    number = planner.book("Oak", 540, 600)
    planner.book("Elm", 590, 650)
    with pytest.raises(BookingError):
        planner.move(number, 540, room="Elm")
    assert planner.bookings("Oak")[0].number == number


def test_move_same_room_named(planner):
    number = planner.book("Oak", 540, 600)
    planner.move(number, 570, room="Oak")
    assert planner.bookings("Oak")[0].end == 630


def test_move_outside_hours(planner):
    number = planner.book("Oak", CLOSE - 60, CLOSE)
    with pytest.raises(BookingError):
        planner.move(number, CLOSE - 30)


def test_move_unknown(planner):
    with pytest.raises(BookingError):
        planner.move(9, 540)


def test_whole_day_free(planner):
    assert planner.gaps("Oak") == [(OPEN, CLOSE)]


def test_extend_shorter(planner):
    number = planner.book("Oak", 540, 600)
    planner.extend(number, -30)
    assert planner.bookings("Oak")[0].minutes == 30


def test_double_booking_is_refused(planner):
    planner.book("Oak", 540, 600)
    with pytest.raises(BookingError):
        planner.book("Oak", 540, 600)
