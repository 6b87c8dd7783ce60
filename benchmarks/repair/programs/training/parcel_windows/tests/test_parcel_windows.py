import pytest

from parcel_windows import Late, Stop, Van, clock


@pytest.fixture
def van():
    return Van(start=480, end=1080, capacity=5)


def names(stops):
    return [stop.name for stop in stops]


def test_clock():
    assert clock(485) == "08:05"


def test_travel():
    assert Van(pace=2).travel((0, 0), (3, -4)) == 14


def test_schedule_without_waiting(van):
    visits = van.schedule([Stop("a", 10, 0), Stop("b", 10, 10)])
    assert [(v.arrival, v.begin, v.leave) for v in visits] == [(490, 490, 495), (505, 505, 510)]


def test_late(van):
    with pytest.raises(Late):
        van.schedule([Stop("a", 10, 0, closes=489)])
    assert van.schedule([Stop("a", 10, 0, closes=490)])


def test_sheet(van):
    stops = [Stop("Ash", 10, 0, opens=510), Stop("Birch", 20, 0)]
    assert van.sheet(stops) == ["08:30-08:35 Ash (wait 20)", "08:45-08:50 Birch"]


def test_back_at(van):
    assert van.back_at([]) == 480
    assert van.back_at([Stop("a", 10, 5)]) == 515


def test_back_too_late():
    with pytest.raises(Late):
        Van(start=480, end=514).back_at([Stop("a", 10, 5)])


def test_capacity(van):
    assert van.best_insertion([Stop("a", 1, 0, parcels=3)], Stop("b", 1, 0, parcels=3)) is None


def test_plan_order(van):
    route, left = van.plan([Stop("far", 20, 0), Stop("near", 10, 0, closes=492)])
    assert names(route) == ["near", "far"]
    assert left == []


def test_plan_waits_last(van):
    early = Stop("early", 10, 0, opens=480, closes=500)
    noon = Stop("noon", 10, 0, opens=720, closes=740)
    anytime = Stop("any", 30, 0)
    route, left = van.plan([noon, anytime, early])
    assert names(route) == ["early", "any", "noon"]
    assert van.back_at(route) == 735


def test_plan_left_over(van):
    route, left = van.plan([Stop("a", 10, 0, closes=485), Stop("b", 5, 0)])
    assert names(route) == ["b"]
    assert names(left) == ["a"]
