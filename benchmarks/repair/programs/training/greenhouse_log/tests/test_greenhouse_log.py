from datetime import date, datetime, timedelta

from greenhouse_log import ClimateLog, Reading, parse_line

TEXT = """
# bench
2024-03-01 08:00;a;20.0;60
2024-03-01 09:00;a;29.0;50
2024-03-01 10:00;a;25.0
2024-03-01 11:00;a;23.0;
"""


def at(hour, minute=0):
    return datetime(2024, 3, 1, hour, minute)


def test_parse():
    assert parse_line("2024-03-01 08:00; a ;20.5; 61") == Reading(at(8), "a", 20.5, 61.0)
    assert parse_line("2024-03-01 08:00;a;20").humidity is None


def test_daily():
    assert ClimateLog.from_text(TEXT).daily() == {date(2024, 3, 1): {"low": 20.0, "high": 29.0, "humidity": 55.0}}


def test_sensors():
    log = ClimateLog([Reading(at(9), "b", 1), Reading(at(8), "a", 2), Reading(at(7), "b", 3)])
    assert log.sensors() == ["a", "b"]
    assert [r.temp for r in log.of("b")] == [3, 1]


def test_no_gaps():
    assert ClimateLog.from_text(TEXT).gaps() == []


def test_one_gap():
    log = ClimateLog([Reading(at(8), "a", 20), Reading(at(10), "a", 20)])
    assert log.gaps() == [("a", at(8), at(10))]
    assert log.gaps(timedelta(hours=2)) == []


def test_gap_per_sensor():
    log = ClimateLog([
        Reading(at(8), "a", 20), Reading(at(8), "b", 20), Reading(at(9), "a", 20),
        Reading(at(10), "a", 20), Reading(at(10, 30), "b", 20),
    ])
    assert log.gaps() == [("b", at(8), at(10, 30))]


def test_vent():
    assert ClimateLog.from_text(TEXT).vent_periods() == [(at(9), at(11))]


def test_frost():
    temps = [5, 2, 1, 4, 2]
    log = ClimateLog(Reading(at(i), "a", t) for i, t in enumerate(temps))
    assert [r.at for r in log.frost_warnings()] == [at(1), at(4)]
