import pytest

from seats import BookingError, Theatre


@pytest.fixture
def theatre():
    return Theatre(3, 4)


def test_book(theatre):
    theatre.book(2, 3, "Ada")
    assert theatre.free(2) == [1, 2, 4]


def test_last_row(theatre):
    theatre.book(3, 4, "Ada")
    assert theatre.taken == {(3, 4): "Ada"}


def test_first_row(theatre):
    theatre.book(1, 1, "Ada")
    assert theatre.taken == {(1, 1): "Ada"}


def test_taken(theatre):
    theatre.book(2, 3, "Ada")
    with pytest.raises(BookingError, match="taken"):
        theatre.book(2, 3, "Bob")


def test_no_such_seat(theatre):
    with pytest.raises(BookingError, match="no seat 5"):
        theatre.book(2, 5, "Ada")


def test_no_such_row(theatre):
    with pytest.raises(BookingError, match="no row 4"):
        theatre.book(4, 1, "Ada")


def test_no_row_zero(theatre):
    with pytest.raises(BookingError, match="no row 0"):
        theatre.book(0, 1, "Ada")
