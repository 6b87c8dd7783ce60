from datetime import date

import pytest

from hotel import Booking, Hotel


def day(n):
    return date(2024, 5, n)


@pytest.mark.parametrize(
    "arrival, departure, taken",
    [(1, 5, False), (1, 6, True), (5, 8, True), (6, 7, True), (7, 9, True), (8, 9, False), (4, 9, True), (9, 10, False)],
)
def test_overlap(arrival, departure, taken):
    assert Booking(1, 1, "x", day(5), day(8)).overlaps(day(arrival), day(departure)) is taken


def test_back_to_back():
    hotel = Hotel({1: 50})
    for start in (1, 3, 5):
        hotel.book("x", day(start), day(start + 2))
    assert hotel.free_rooms(day(2), day(3)) == []
