import pytest
from room_booking import BookingError, Ledger, Slot, parse_slot


@pytest.fixture
def ledger():
    led = Ledger(["A", "B"])
    led.book("A", parse_slot("09:00-10:00"), "ann")
    return led


def test_parse_and_str():
    assert parse_slot("09:05-10:30") == Slot(545, 630)
    assert str(Slot(545, 630)) == "09:05-10:30"


def test_overlap_simple():
    assert Slot(10, 20).overlaps(Slot(15, 30))
    assert not Slot(10, 20).overlaps(Slot(25, 30))


def test_clash(ledger):
    with pytest.raises(BookingError, match="ann"):
        ledger.book("A", parse_slot("09:30-09:45"), "bob")


def test_earlier_neighbour(ledger):
    ledger.book("A", parse_slot("08:00-09:00"), "bob")
    assert ledger.occupant("A", 530) == "bob"


def test_back_to_back(ledger):
    ledger.book("A", parse_slot("10:00-11:00"), "bob")
    assert ledger.occupant("A", 600) == "bob"


def test_cancel(ledger):
    assert ledger.cancel("A", Slot(540, 600))
    assert not ledger.cancel("A", Slot(540, 600))


def test_gaps(ledger):
    assert [str(g) for g in ledger.gaps("A")] == ["08:00-09:00", "10:00-18:00"]


def test_first_free(ledger):
    assert ledger.first_free(90) == (Slot(480, 570), "B")


def test_unknown_room(ledger):
    with pytest.raises(BookingError):
        ledger.gaps("Z")
