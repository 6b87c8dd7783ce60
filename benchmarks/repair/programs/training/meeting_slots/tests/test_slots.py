import pytest

from slots import Span, clock, find, first, free, merge, minutes

DAY = Span.parse("9-17")


def spans(*texts):
    return [Span.parse(text) for text in texts]


def texts(found):
    return [str(span) for span in found]


def test_times():
    assert minutes("9:05") == 545
    assert clock(545) == "09:05"


def test_backwards():
    with pytest.raises(ValueError):
        Span.parse("10-9")


def test_merge():
    assert merge(spans("9-10", "9:30-11", "11-12", "13-14")) == spans("9-12", "13-14")


def test_free():
    assert texts(free(spans("10-11", "12-12:30"), DAY)) == ["09:00-10:00", "11:00-12:00", "12:30-17:00"]


def test_free_outside_of_day():
    assert texts(free(spans("7-9:30", "16-18", "20-21"), DAY)) == ["09:30-16:00"]


def test_unordered_meetings():
    assert texts(free(spans("14-15", "9-10"), DAY)) == ["10:00-14:00", "15:00-17:00"]


def test_meeting_within_a_meeting():
    assert texts(free(spans("9-12", "10-11", "15-17"), DAY)) == ["12:00-15:00"]


def test_two_people():
    calendars = {"ann": spans("9-11", "13-16"), "bob": spans("9:30-10", "11:30-12", "14-14:30")}
    assert [clock(start) for start in find(calendars, 60, DAY, step=30)] == ["12:00", "16:00"]


def test_step():
    assert str(first({"ann": spans("9-9:10")}, 30, DAY)) == "09:15-09:45"


def test_none():
    assert first({"ann": spans("9-12"), "bob": spans("12-17")}, 15, DAY) is None
