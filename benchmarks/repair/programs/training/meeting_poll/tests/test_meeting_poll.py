import pytest

from meeting_poll import Poll, format_span, free_times, intersect, parse_span, parse_time


def test_parse():
    assert parse_span("9:00 - 10:30") == (540, 630)
    assert format_span((540, 630)) == "09:00-10:30"
    for bad in ("9:75", "25:00"):
        with pytest.raises(ValueError):
            parse_time(bad)
    with pytest.raises(ValueError):
        parse_span("10:00-9:00")


def test_free_between():
    assert free_times([(60, 100), (0, 20), (90, 200)], (0, 200)) == [(20, 60)]


def test_free_before_and_after():
    assert free_times([(50, 60)], (0, 100)) == [(0, 50), (60, 100)]


def test_free_ignores_other_hours():
    assert free_times([(0, 30), (80, 120), (300, 400)], (60, 120)) == [(60, 80)]


def test_intersect():
    assert intersect([(0, 10), (20, 40)], [(5, 25), (30, 50)]) == [(5, 10), (20, 25), (30, 40)]
    assert intersect([(0, 10)], [(10, 20)]) == []


def test_common():
    poll = Poll()
    poll.add("ann", "9:00-10:00", "12:00-13:00", "16:00-17:00")
    poll.add("bob", "11:30-14:00", "15:00-18:00")
    assert poll.common() == ["10:00-11:30", "14:00-15:00"]
    assert poll.common(90) == ["10:00-11:30"]


def test_nobody_answered():
    assert Poll("9:00-10:00").common() == ["09:00-10:00"]


def test_nothing_in_the_calendar():
    poll = Poll("9:00-12:00")
    poll.add("ann")
    assert poll.starts(120) == ["09:00", "09:30", "10:00"]


def test_starts_on_the_grid():
    poll = Poll()
    poll.add("ann", "9:00-10:10", "12:00-17:00")
    assert poll.starts(60) == ["10:30", "11:00"]


def test_best_with_optional():
    poll = Poll()
    poll.add("ann", "9:00-10:00", "12:00-17:00")
    poll.add("bob", "10:15-10:45", required=False)
    poll.add("cy", "11:30-12:00", required=False)
    assert poll.best(30) == "11:00"
    assert poll.attendees("11:30", 30) == ["ann", "bob"]


def test_best_in_the_afternoon():
    poll = Poll("9:00-17:00")
    poll.add("ann", "9:00-12:00", "13:00-15:30")
    assert poll.best(90) == "15:30"


def test_none():
    poll = Poll()
    poll.add("ann", "8:00-18:00")
    assert poll.best(30) is None


def test_twice():
    poll = Poll()
    poll.add("ann")
    with pytest.raises(ValueError):
        poll.add("ann", "9:00-10:00")
