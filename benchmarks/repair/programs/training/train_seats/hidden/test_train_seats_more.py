import pytest

from train_seats import BookingError, Train

STOPS = ["A", "B", "C", "D", "E"]


def full(seats=("1",)):
    train = Train(STOPS, seats)
    numbers = [train.book(f"x{s}", "A", "E").number for s in seats]
    return train, numbers


def names(bookings):
    return [b.passenger for b in bookings]


def test_all_four_legs():
    train, (n,) = full()
    for i in range(4):
        train.book(f"p{i}", STOPS[i], STOPS[i + 1])
    assert names(train.cancel(n)) == ["p0", "p1", "p2", "p3"]
    assert train.waiting == []


def test_order_is_kept():
    train, (n,) = full()
    train.book("late", "C", "E")
    train.book("early", "A", "C")
    assert names(train.cancel(n)) == ["late", "early"]


def test_one_who_does_not_fit_is_passed_over():
    train, (n,) = full()
    train.book("p", "A", "C")
    train.book("q", "B", "D")
    train.book("r", "C", "E")
    assert names(train.cancel(n)) == ["p", "r"]
    assert [r.passenger for r in train.waiting] == ["q"]


def test_same_passenger_twice():
    train, (n,) = full()
    train.book("p", "A", "B")
    train.book("p", "A", "B")
    assert names(train.cancel(n)) == ["p"]
    assert [r.passenger for r in train.waiting] == ["p"]


def test_first_come_first_served():
    train, (n,) = full()
    train.book("p", "A", "E")
    train.book("q", "A", "B")
    assert names(train.cancel(n)) == ["p"]
    assert [r.passenger for r in train.waiting] == ["q"]


def test_later_cancel():
    train, (n,) = full()
    train.book("p", "A", "E")
    train.book("q", "A", "B")
    train.book("r", "B", "C")
    (booking,) = train.cancel(n)
    assert names(train.cancel(booking.number)) == ["q", "r"]


def test_two_seats():
    train, (n, m) = full(("1", "2"))
    train.book("p", "A", "D")
    train.book("q", "B", "E")
    assert names(train.cancel(n)) == ["p"]
    promoted = train.cancel(m)
    assert [(b.passenger, b.seat) for b in promoted] == [("q", "2")]


def test_numbers():
    train, (n,) = full()
    train.book("p", "A", "B")
    train.book("q", "B", "C")
    assert [b.number for b in train.cancel(n)] == [2, 3]
    assert train.free_seats("C", "E") == ["1"]


def test_nobody_waiting():
    train, (n,) = full()
    assert train.cancel(n) == []
    with pytest.raises(BookingError):
        train.cancel(n)
