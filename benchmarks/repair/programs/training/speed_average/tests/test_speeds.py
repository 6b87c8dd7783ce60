from speeds import Part, average, distance, duration, effort, fastest, summary

TOUR = [Part(20, 60), Part(10, 60, climb=500), Part(30, 60)]


def test_distance():
    assert distance(TOUR) == 60


def test_average_of_equal_parts():
    assert average(TOUR) == 20.0


def test_average():
    assert average([Part(30, 60), Part(10, 60), Part(20, 180)]) == 12.0


def test_average_of_nothing():
    assert average([]) == 0.0


def test_fastest():
    assert fastest(TOUR) == 3
    assert fastest([]) is None


def test_effort():
    assert effort(TOUR) == 65


def test_duration():
    assert duration(TOUR) == "3 h 00 min"
    assert duration([Part(1, 9)]) == "9 min"


def test_summary():
    assert summary("Lake", [Part(15, 60)]) == "Lake: 15.0 km in 1 h 00 min, 15.0 km/h"
