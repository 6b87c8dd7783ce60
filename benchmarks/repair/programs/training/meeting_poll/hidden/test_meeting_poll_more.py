import pytest

from meeting_poll import Poll, free_times


@pytest.mark.parametrize("busy, expected", [
    ([], [(100, 200)]),
    ([(100, 200)], []),
    ([(50, 250)], []),
    ([(100, 150)], [(150, 200)]),
    ([(150, 200)], [(100, 150)]),
    ([(150, 220)], [(100, 150)]),
    ([(0, 100)], [(100, 200)]),
    ([(200, 300)], [(100, 200)]),
    ([(110, 180), (120, 130)], [(100, 110), (180, 200)]),
    ([(120, 130), (140, 150), (130, 140)], [(100, 120), (150, 200)]),
    ([(199, 200)], [(100, 199)]),
    ([(100, 199)], [(199, 200)]),
])
def test_free_times(busy, expected):
    assert free_times(busy, (100, 200)) == expected


def test_two_free_afternoons():
    poll = Poll()
    poll.add("ann", "9:00-11:00")
    poll.add("bob", "10:00-13:00")
    assert poll.common() == ["13:00-17:00"]


def test_common_with_gaps():
    poll = Poll("8:00-12:00")
    poll.add("ann", "9:00-9:30")
    poll.add("bob", "11:00-11:30")
    assert poll.common() == ["08:00-09:00", "09:30-11:00", "11:30-12:00"]


def test_optional_do_not_matter():
    poll = Poll("9:00-10:00")
    poll.add("ann", "9:00-10:00", required=False)
    assert poll.common() == ["09:00-10:00"]
    assert poll.attendees("9:00", 30) == []


def test_last_start_fits():
    poll = Poll("9:00-11:00")
    poll.add("ann", "9:00-9:45")
    assert poll.starts(60) == ["10:00"]
    assert poll.starts(75) == []


def test_last_span_too_short():
    poll = Poll("9:00-11:00")
    poll.add("ann", "9:30-10:45")
    assert poll.common(30) == ["09:00-09:30"]


def test_best_prefers_earliest():
    poll = Poll("9:00-11:00")
    poll.add("ann")
    poll.add("bob", "9:00-9:30", required=False)
    assert poll.best(30) == "09:30"


def test_calendar_outside_the_day():
    poll = Poll("9:00-12:00")
    poll.add("ann", "7:00-8:00", "12:00-15:00")
    assert poll.common() == ["09:00-12:00"]
