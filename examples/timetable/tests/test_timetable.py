import pytest

from timetable import Slot, book, first_fit, free_slots, parse_time, show_time

OPENING = Slot(540, 1020)


def test_parse_time_on_the_hour():
    assert parse_time("09:00") == 540


@pytest.mark.parametrize("text, minutes", [("09:30", 570), ("00:01", 1), ("12:45", 765), ("23:59", 1439)])
def test_parse_time_with_minutes(text, minutes):
    assert parse_time(text) == minutes


@pytest.mark.parametrize("text", ["", "9", "24:00", "10:60", "ten:30"])
def test_parse_time_refuses(text):
    with pytest.raises(ValueError):
        parse_time(text)


def test_show_time_pads():
    assert show_time(5) == "00:05"
    assert show_time(605) == "10:05"


def test_slot_parse_round_trip():
    assert str(Slot.parse("10:15-11:45")) == "10:15-11:45"


def test_slot_must_end_after_it_starts():
    with pytest.raises(ValueError, match="ends before"):
        Slot.parse("11:00-10:00")


def test_slots_that_touch_do_not_overlap():
    assert not Slot(540, 600).overlaps(Slot(600, 660))
    assert Slot(540, 601).overlaps(Slot(600, 660))


def test_free_slots_between_bookings():
    assert free_slots(OPENING, [Slot(600, 660), Slot(540, 570)]) == [Slot(570, 600), Slot(660, 1020)]


def test_free_slots_of_a_full_day():
    assert free_slots(OPENING, [OPENING]) == []


def test_first_fit_skips_what_is_too_short():
    assert first_fit(OPENING, [Slot(570, 900)], 60) == Slot(900, 960)


def test_first_fit_takes_an_exact_fit():
    assert first_fit(OPENING, [Slot(600, 1020)], 60) == Slot(540, 600)


def test_first_fit_none():
    assert first_fit(OPENING, [OPENING], 15) is None


def test_book_refuses_a_taken_slot():
    with pytest.raises(ValueError, match="taken"):
        book(OPENING, [Slot(600, 660)], Slot(630, 690))


def test_book_refuses_outside_opening_hours():
    with pytest.raises(ValueError, match="outside"):
        book(OPENING, [], Slot(500, 560))
    assert book(OPENING, [], Slot(540, 560)) == [Slot(540, 560)]
