import pytest

from room_planner import BookingError, RoomPlanner


@pytest.fixture
def planner():
    return RoomPlanner({"Oak": 4, "Elm": 10, "Ash": 10})


def test_back_to_back(planner):
    planner.book("Oak", 540, 600, "Standup")
    planner.book("Oak", 600, 660)
    assert planner.agenda("Oak") == ["09:00-10:00 Standup", "10:00-11:00"]


def test_conflict(planner):
    planner.book("Oak", 540, 600)
    with pytest.raises(BookingError):
        planner.book("Oak", 570, 630)
    assert len(planner.bookings()) == 1


def test_book_any(planner):
    first = planner.book_any(3, 540, 600)
    second = planner.book_any(3, 540, 600)
    third = planner.book_any(3, 540, 600)
    rooms = {b.number: b.room for b in planner.bookings()}
    assert [rooms[first], rooms[second], rooms[third]] == ["Oak", "Ash", "Elm"]
    with pytest.raises(BookingError):
        planner.book_any(3, 540, 600)


def test_extend(planner):
    number = planner.book("Oak", 540, 600)
    planner.book("Oak", 630, 660)
    planner.extend(number, 30)
    assert planner.gaps("Oak") == [(480, 540), (660, 1080)]
    with pytest.raises(BookingError):
        planner.extend(number, 5)


def test_move_a_little(planner):
    number = planner.book("Oak", 540, 600, "Review")
    planner.move(number, 555)
    assert planner.agenda("Oak") == ["09:15-10:15 Review"]


def test_move_onto_other(planner):
    number = planner.book("Oak", 540, 600)
    planner.book("Oak", 660, 720)
    with pytest.raises(BookingError):
        planner.move(number, 630)
    assert planner.bookings("Oak")[0].start == 540


def test_move_to_other_room(planner):
    number = planner.book("Oak", 540, 600)
    planner.move(number, 540, room="Elm")
    assert planner.bookings("Oak") == []
    assert planner.bookings("Elm")[0].end == 600


def test_gaps(planner):
    planner.book("Oak", 500, 600)
    planner.book("Oak", 615, 1080)
    assert planner.gaps("Oak") == [(480, 500), (600, 615)]
    assert planner.gaps("Oak", at_least=20) == [(480, 500)]


def test_opening_hours(planner):
    with pytest.raises(BookingError):
        planner.book("Oak", 470, 500)


def test_cancel(planner):
    number = planner.book("Oak", 540, 600)
    planner.cancel(number)
    assert planner.is_free("Oak", 540, 600)
    with pytest.raises(BookingError):
        planner.cancel(number)
