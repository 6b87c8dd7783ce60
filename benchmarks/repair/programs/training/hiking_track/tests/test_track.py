import pytest

from track import Point, climbs, distance, parse, summarise

HIKE = """# up to the hut
47.0000,11.0,600,0
47.0010,11.0,603,120

47.0020,11.0,607,240  # bench
47.0020,11.0,607,540
47.0030,11.0,620,660
"""


def test_parse():
    points = parse(HIKE)
    assert len(points) == 5
    assert points[2] == Point(47.002, 11.0, 607, 240)


def test_distance():
    assert distance(Point(47, 11, 0), Point(47.001, 11, 0)) == pytest.approx(111.19, abs=0.01)
    assert distance(Point(60, 10, 0), Point(60, 10.001, 0)) == pytest.approx(55.6, abs=0.01)


def test_steep():
    assert climbs([100, 120, 110, 150]) == (60, 10)


def test_noise():
    assert climbs([100, 102, 99, 101, 100]) == (0, 0)


def test_slow_descent():
    assert climbs([100, 98, 96, 94, 92, 90]) == (0, 6)


def test_no_threshold():
    assert climbs([1, 2, 4, 3], threshold=0) == (3, 1)


@pytest.mark.parametrize("altitudes", [[], [500]])
def test_too_few(altitudes):
    assert climbs(altitudes) == (0, 0)


def test_summary_of_ways():
    summary = summarise(parse(HIKE))
    assert summary.metres == pytest.approx(333.6, abs=0.1)
    assert (summary.moving, summary.resting) == (360, 300)
    assert summary.pace == pytest.approx(17.99, abs=0.01)


def test_summary_of_climbs():
    summary = summarise(parse(HIKE))
    assert (summary.up, summary.down) == (20, 0)


def test_pace_of_nobody():
    assert summarise([]).pace is None
