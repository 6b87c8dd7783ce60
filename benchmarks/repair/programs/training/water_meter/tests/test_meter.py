import pytest

from meter import Meter


def test_average():
    meter = Meter(10)
    meter.read(2)
    meter.read(4)
    assert meter.average() == 3


def test_negative():
    with pytest.raises(ValueError):
        Meter(10).read(-1)


def test_at_limit():
    meter = Meter(10)
    meter.read(10)
    assert meter.alarms == 0
    assert meter.worst is None


def test_alarm():
    meter = Meter(10)
    meter.read(5)
    meter.read(12)
    assert meter.alarms == 1
    assert meter.worst == 12


def test_alarms():
    meter = Meter(3)
    for value in (9, 1, 7, 3):
        meter.read(value)
    assert meter.alarms == 2
    assert meter.worst == 9


def test_nothing():
    assert Meter(1).average() == 0
