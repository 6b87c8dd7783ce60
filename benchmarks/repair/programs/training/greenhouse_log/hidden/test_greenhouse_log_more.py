from datetime import datetime, timedelta

from greenhouse_log import ClimateLog, Reading


def at(hour, minute=0):
    return datetime(2024, 3, 1, hour, minute)


def log(*pairs):
    return ClimateLog([Reading(at(*when) if isinstance(when, tuple) else at(when), s, 10) for when, s in pairs])


def test_regular():
    assert log((1, "a"), (2, "a"), (3, "a")).gaps() == []


def test_two_gaps():
    assert log((1, "a"), (3, "a"), (6, "a")).gaps() == [("a", at(1), at(3)), ("a", at(3), at(6))]


def test_gap_then_regular():
    assert log((1, "a"), (4, "a"), (5, "a")).gaps() == [("a", at(1), at(4))]


def test_gap_starts_at_last_reading():
    assert log((1, "a"), ((1, 50), "a"), (4, "a")).gaps() == [("a", at(1, 50), at(4))]


def test_sensors_independent():
    found = log((1, "a"), (2, "b"), (3, "a"), (4, "b")).gaps()
    assert found == [("a", at(1), at(3)), ("b", at(2), at(4))]


def test_exact_limit():
    assert log((1, "a"), (2, "a")).gaps(timedelta(hours=1)) == []
    assert len(log((1, "a"), (2, "a")).gaps(timedelta(minutes=59))) == 1


def test_single_and_empty():
    assert log((1, "a")).gaps() == []
    assert log().gaps() == []


def test_unsorted_input():
    assert log((3, "a"), (1, "a"), (2, "a")).gaps() == []


def test_vent_still_open():
    c = ClimateLog([Reading(at(1), "a", 30), Reading(at(2), "a", 24)])
    assert c.vent_periods() == [(at(1), None)]


def test_short_intervals():
    assert log(*[((1 + i // 4, i % 4 * 15), "a") for i in range(12)]).gaps() == []
