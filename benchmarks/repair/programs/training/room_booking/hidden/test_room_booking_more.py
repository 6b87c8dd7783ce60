import pytest

from booking import Booking, Room


@pytest.mark.parametrize("a,b,expected", [
    ((0, 10), (10, 20), False),
    ((10, 20), (0, 10), False),
    ((0, 11), (10, 20), True),
    ((0, 10), (0, 10), True),
    ((0, 30), (10, 20), True),
    ((12, 14), (10, 20), True),
    ((0, 5), (6, 7), False),
])
def test_overlaps(a, b, expected):
    assert Booking(*a).overlaps(Booking(*b)) is expected


def test_fill_whole_day():
    room = Room("R")
    for hour in range(8, 18):
        assert room.book(f"{hour:02d}:00", f"{hour + 1:02d}:00")
    assert room.free_slots() == []
    assert room.utilisation() == 1
    assert not room.book("12:30", "13:00")
