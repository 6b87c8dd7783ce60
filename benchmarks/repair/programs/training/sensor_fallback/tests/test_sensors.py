import pytest

from sensors import Sensor, Station, first_known


@pytest.fixture
def station():
    return Station(Sensor("main"), Sensor("spare", offset=1))


def test_first_known():
    assert first_known(None, 4, 5) == 4
    assert first_known(None) is None
    assert first_known() is None


def test_first_known_zero():
    assert first_known(0, 7) == 0


def test_main_sensor(station):
    assert station.update({"main": 20, "spare": 30}) == 20


def test_spare_sensor(station):
    assert station.update({"spare": 30}) == 31


def test_zero_reading_of_main_sensor(station):
    assert station.update({"main": 0, "spare": 3}) == 0


def test_out_of_range(station):
    assert station.update({"main": 500, "spare": 10}) == 11
    assert station.update({"main": 500}) is None


def test_range_is_inclusive():
    s = Sensor("s", low=0, high=10)
    for raw in (0, 10):
        s.read(raw)
        assert s.value == raw


def test_mean(station):
    for v in (10, None, 20):
        station.update({"main": v})
    assert station.mean() == 15
    assert station.gaps() == 1


def test_mean_without_values(station):
    assert station.mean() is None


def test_filled(station):
    for v in (None, 5, None, 7):
        station.update({"main": v})
    assert station.filled() == [None, 5, 5, 7]


def test_filled_with_zero(station):
    for v in (5, 0, None):
        station.update({"main": v})
    assert station.filled() == [5, 0, 0]
