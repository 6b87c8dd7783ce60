import pytest

from parcel_windows import Late, Stop, Van


def times(van, stops):
    return [(v.arrival, v.begin, v.leave) for v in van.schedule(stops)]


def test_wait_moves_departure():
    assert times(Van(start=0, end=500), [Stop("a", 5, 0, opens=20, service=3)]) == [(5, 20, 23)]


def test_wait_moves_later_stops():
    stops = [Stop("a", 5, 0, opens=20, service=3), Stop("b", 5, 5, opens=60, service=7), Stop("c", 0, 5)]
    assert times(Van(start=0, end=500), stops) == [(5, 20, 23), (28, 60, 67), (72, 72, 77)]


def test_no_wait():
    assert times(Van(start=30, end=500), [Stop("a", 5, 0, opens=20, service=3)]) == [(35, 35, 38)]


def test_exactly_at_opening():
    assert times(Van(start=0, end=500), [Stop("a", 5, 0, opens=5, service=3)]) == [(5, 5, 8)]


def test_zero_service():
    assert times(Van(start=0, end=500), [Stop("a", 5, 0, opens=9, service=0)]) == [(5, 9, 9)]


def test_waiting_property():
    (visit,) = Van(start=0, end=500).schedule([Stop("a", 5, 0, opens=20)])
    assert visit.waiting == 15


def test_wait_makes_next_late():
    van = Van(start=0, end=500)
    with pytest.raises(Late):
        van.schedule([Stop("a", 5, 0, opens=100), Stop("b", 6, 0, closes=100)])


def test_back_after_waiting():
    assert Van(start=0, end=500).back_at([Stop("a", 5, 0, opens=100)]) == 110


def test_back_too_late_after_waiting():
    with pytest.raises(Late):
        Van(start=0, end=109).back_at([Stop("a", 5, 0, opens=100)])


def test_plan_leaves_out_after_waiting():
    van = Van(start=0, end=200)
    route, left = van.plan([Stop("a", 10, 0, opens=190, closes=195), Stop("b", 0, 10)])
    assert [s.name for s in route] == ["b"]
    assert [s.name for s in left] == ["a"]


def test_sheet_waits():
    van = Van(start=480)
    assert van.sheet([Stop("Elm", 0, 5, opens=600, service=10)]) == ["10:00-10:10 Elm (wait 115)"]
