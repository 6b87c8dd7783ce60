import pytest

from quay_berths import BookingError, Harbour, Ship
from tides import TideTable

TIDES = [(0, 100), (360, 400), (720, 80), (1080, 420)]


@pytest.fixture
def harbour():
    harbour = Harbour(TideTable(TIDES))
    harbour.add_berth("pier", 20, 200)
    harbour.add_berth("quay", 40, 400)
    return harbour


def test_height():
    tides = TideTable(TIDES)
    assert tides.height(0) == 100
    assert tides.height(180) == 250
    assert tides.height(1080) == 420
    with pytest.raises(LookupError):
        tides.height(1081)


def test_low_water_during_the_stay(harbour):
    ship = Ship("Gull", 15, 250)
    assert harbour.options(ship, 600, 900) == ["quay"]


def test_rising_water(harbour):
    assert harbour.options(Ship("Gull", 15, 400), 180, 360) == ["pier", "quay"]
    assert harbour.options(Ship("Gull", 15, 401), 180, 360) == ["quay"]


def test_falling_water(harbour):
    assert harbour.options(Ship("Gull", 15, 400), 360, 540) == ["quay"]
    assert harbour.options(Ship("Gull", 15, 390), 360, 540) == ["pier", "quay"]


def test_book_until_low_water(harbour):
    with pytest.raises(BookingError):
        harbour.book(Ship("Whale", 30, 500), 400, 720)


def test_turnaround(harbour):
    assert harbour.book(Ship("Gull", 15, 100), 100, 200) == "pier"
    assert harbour.book(Ship("Tern", 15, 100), 210, 300) == "quay"
    assert harbour.book(Ship("Auk", 15, 100), 215, 300) == "pier"
    assert harbour.plan() == {
        "pier": [(100, 200, "Gull"), (215, 300, "Auk")],
        "quay": [(210, 300, "Tern")],
    }


def test_too_long(harbour):
    assert harbour.options(Ship("Whale", 41, 10), 0, 60) == []


def test_cancel(harbour):
    ship = Ship("Gull", 15, 100)
    harbour.book(ship, 100, 200)
    with pytest.raises(BookingError):
        harbour.book(ship, 300, 400)
    harbour.cancel(ship)
    assert harbour.book(ship, 150, 250) == "pier"


def test_times(harbour):
    with pytest.raises(BookingError):
        harbour.options(Ship("Gull", 15, 100), 200, 200)
    with pytest.raises(BookingError):
        harbour.options(Ship("Gull", 15, 100), 1000, 1100)
