import pytest

from quay_berths import BookingError, Harbour, Ship
from tides import TideTable

TABLE = TideTable([(0, 500), (300, 200), (600, 500), (900, 100)])


def test_lowest_falling():
    assert TABLE.lowest(100, 200) == 300


def test_lowest_rising():
    assert TABLE.lowest(400, 500) == 300


def test_lowest_with_low_water_inside():
    assert TABLE.lowest(200, 400) == 200


def test_lowest_with_high_water_inside_end_lower():
    assert TABLE.lowest(500, 750) == 300


def test_lowest_with_high_water_inside_start_lower():
    assert TABLE.lowest(350, 610) == 250


def test_lowest_ends_on_low_water():
    assert TABLE.lowest(100, 300) == 200


def test_lowest_starts_on_low_water():
    assert TABLE.lowest(300, 500) == 200


def test_lowest_over_everything():
    assert TABLE.lowest(0, 900) == 100


def test_lowest_moment():
    assert TABLE.lowest(150, 150) == 350


def test_options_at_the_limit():
    harbour = Harbour(TABLE)
    harbour.add_berth("a", 10, 100)
    assert harbour.options(Ship("s", 10, 450), 0, 100) == ["a"]
    assert harbour.options(Ship("s", 10, 451), 0, 100) == []


def test_no_booking_left_behind():
    harbour = Harbour(TABLE)
    harbour.add_berth("a", 10, 100)
    with pytest.raises(BookingError):
        harbour.book(Ship("s", 10, 300), 600, 880)
    assert harbour.plan() == {"a": []}
    assert harbour.book(Ship("s", 10, 300), 600, 700) == "a"
