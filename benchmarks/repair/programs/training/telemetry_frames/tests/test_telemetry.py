import pytest

from telemetry import FrameError, check_sum, latest, parse_frame, receive, seal


def test_check_sum():
    assert check_sum("A") == "41"
    assert check_sum("AA") == "00"


def test_frame():
    reading = parse_frame(seal("T1:OUT=21.5;HUM=40"))
    assert reading.station == "T1"
    assert reading.values == {"OUT": 21.5, "HUM": 40.0}


def test_conversion():
    assert parse_frame(seal("T1:BAT=1234;WIND=10")).values == {"BAT": 12.34, "WIND": 36.0}


def test_damaged_frame():
    with pytest.raises(FrameError, match="check sum"):
        parse_frame("T1:OUT=21.5*00")


def test_out_of_range():
    with pytest.raises(FrameError, match="120.0 % is out of range"):
        parse_frame(seal("T1:HUM=120"))


def test_receive():
    log = receive([seal("T1:OUT=1"), "", "rubbish", seal("T2:OUT=2"), seal("T1:OUT=x")])
    assert log.stations() == ["T1", "T2"]
    assert [number for number, _ in log.rejected] == [3, 5]
    assert log.quality() == 50.0


def test_unknown_sensor_is_noted():
    log = receive([seal("T1:OUT=1"), seal("T1:RAD=7"), seal("T1:OUT=2")])
    assert log.series("T1", "OUT") == [1.0, 2.0]
    assert [number for number, _ in log.rejected] == [2]


def test_series_of_missing_sensor():
    assert receive([seal("T1:OUT=1")]).series("T1", "IN") == []


def test_latest():
    log = receive([seal("T1:OUT=1;IN=5"), seal("T1:OUT=2")])
    assert latest(log) == {"T1": {"OUT": 2.0, "IN": 5.0}}


def test_nothing_received():
    assert receive([]).quality() == 100.0
