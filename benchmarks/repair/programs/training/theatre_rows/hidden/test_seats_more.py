import pytest

from seats import BookingError, Theatre


def test_more():
    t = Theatre(2, 2)
    for row in (-1, 3, 100):
        with pytest.raises(BookingError):
            t.book(row, 1, "x")
