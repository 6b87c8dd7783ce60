import pytest

from train_seats import BookingError, Train


@pytest.fixture
def train():
    return Train(["Alm", "Berg", "Culm", "Dorf"], ["1A"])


def test_first_free_seat():
    train = Train(["Alm", "Berg"], ["1A", "1B"])
    assert train.book("Ann", "Alm", "Berg").seat == "1A"
    assert train.book("Bob", "Alm", "Berg").seat == "1B"
    assert train.free_seats("Alm", "Berg") == []


def test_seat_is_sold_again_after_leaving(train):
    train.book("Ann", "Alm", "Berg")
    assert train.book("Bob", "Berg", "Dorf").seat == "1A"
    assert train.passengers_leaving("Berg") == ["Ann"]


def test_wanted_seat(train):
    train.book("Ann", "Alm", "Culm", seat="1A")
    with pytest.raises(BookingError):
        train.book("Bob", "Berg", "Dorf", seat="1A")
    assert train.waiting == []


def test_bad_legs(train):
    with pytest.raises(BookingError):
        train.book("Ann", "Berg", "Alm")
    with pytest.raises(BookingError):
        train.book("Ann", "Berg", "Xanten")


def test_cancel_promotes(train):
    first = train.book("Ann", "Alm", "Dorf")
    assert train.book("Bob", "Alm", "Culm") is None
    assert [b.passenger for b in train.cancel(first.number)] == ["Bob"]
    assert train.waiting == []


def test_cancel_promotes_several(train):
    first = train.book("Ann", "Alm", "Dorf")
    train.book("Bob", "Alm", "Berg")
    train.book("Cid", "Berg", "Culm")
    train.book("Dee", "Alm", "Culm")
    promoted = train.cancel(first.number)
    assert [b.passenger for b in promoted] == ["Bob", "Cid"]
    assert [r.passenger for r in train.waiting] == ["Dee"]


def test_cancel_unknown(train):
    with pytest.raises(BookingError):
        train.cancel(7)
