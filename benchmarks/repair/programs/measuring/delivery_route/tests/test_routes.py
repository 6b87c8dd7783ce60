import pytest

from routes import CannotDeliver, Stop, distance, length, load_vans, nearest_first, plan, sheet

DEPOT = Stop("depot", 0, 0)


def names(stops):
    return [stop.name for stop in stops]


def test_distance():
    assert distance(Stop("a", 0, 0), Stop("b", 3, 4)) == 5


def test_length_of_nothing():
    assert length(DEPOT, []) == 0


def test_length():
    assert length(DEPOT, [Stop("a", 3, 4)]) == 10


def test_along_a_road():
    stops = [Stop("c", 30, 0), Stop("a", 10, 0), Stop("b", 20, 0)]
    assert names(nearest_first(DEPOT, stops)) == ["a", "b", "c"]


def test_stays_in_the_neighbourhood():
    stops = [Stop("east", 10, 0), Stop("further east", 14, 0), Stop("west", -11, 0)]
    assert names(nearest_first(DEPOT, stops)) == ["east", "further east", "west"]


def test_urgent_first():
    stops = [Stop("near", 1, 0), Stop("far", 9, 0, urgent=True)]
    assert names(nearest_first(DEPOT, stops)) == ["far", "near"]


def test_equal_distance_by_name():
    stops = [Stop("b", 1, 0), Stop("a", -1, 0)]
    assert names(nearest_first(DEPOT, stops))[0] == "a"


def test_loading():
    stops = [Stop("a", 1, 1, 50), Stop("b", 1, 2, 30), Stop("c", 1, 3, 40)]
    assert [names(tour.stops) for tour in load_vans({"v1": 90, "v2": 60}, stops)] == [["a", "c"], ["b"]]


def test_too_heavy():
    with pytest.raises(CannotDeliver, match="piano"):
        load_vans({"v1": 90}, [Stop("piano", 0, 0, 200)])


def test_unused_vans_stay():
    assert [tour.van for tour in plan(DEPOT, {"v1": 10, "v2": 10}, [Stop("a", 1, 1, 5)])] == ["v1"]


def test_sheet():
    tours = plan(DEPOT, {"v1": 10}, [Stop("a", 3, 4, 5, urgent=True)])
    assert sheet(DEPOT, tours) == ["v1: a! (10.0 km, 5 kg)"]
