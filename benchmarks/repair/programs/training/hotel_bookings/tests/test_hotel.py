from datetime import date

import pytest

from hotel import Hotel, NoRoom


def day(n):
    return date(2024, 5, n)  # 1 May 2024 is a Wednesday


@pytest.fixture
def hotel():
    return Hotel({101: 80, 102: 60})


def test_cheapest_room_first(hotel):
    assert hotel.free_rooms(day(1), day(3)) == [102, 101]
    assert hotel.book("Eve", day(1), day(3)).room == 102


def test_full_house(hotel):
    hotel.book("Eve", day(1), day(5))
    hotel.book("Kim", day(2), day(4))
    with pytest.raises(NoRoom):
        hotel.book("Bo", day(3), day(4))


def test_contained_stay_overlaps(hotel):
    hotel.book("Eve", day(1), day(9), room=101)
    assert not hotel.is_free(101, day(3), day(4))


def test_arrival_on_departure_day(hotel):
    hotel.book("Eve", day(1), day(3), room=101)
    assert hotel.is_free(101, day(3), day(5))


def test_departure_on_arrival_day(hotel):
    hotel.book("Eve", day(10), day(12), room=101)
    assert hotel.book("Bo", day(8), day(10), room=101).room == 101


def test_cancelled_room_is_free(hotel):
    booking = hotel.book("Eve", day(1), day(3), room=101)
    hotel.cancel(booking.number)
    assert hotel.is_free(101, day(1), day(3))


def test_stay_of_no_night(hotel):
    with pytest.raises(ValueError):
        hotel.book("Eve", day(1), day(1))


def test_weekend_price(hotel):
    assert hotel.price(hotel.book("Eve", day(2), day(5), room=101)) == 80 + 105 + 105


def test_occupancy(hotel):
    hotel.book("Eve", day(1), day(3))
    assert hotel.occupancy(day(2)) == 0.5
    assert hotel.occupancy(day(3)) == 0
