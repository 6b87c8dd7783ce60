import pytest

from tankwatch import Alarm, Limit, Monitor, State


def states(alarm, values):
    result = []
    for time, value in enumerate(values):
        alarm.read(time, value)
        result.append(alarm.state is State.ALARM)
    return result


def test_high_with_hysteresis():
    alarm = Alarm("level", Limit(on=90, off=80))
    assert states(alarm, [70, 90, 85, 81, 80, 89]) == [False, True, True, True, False, False]


def test_low():
    alarm = Alarm("level", Limit(on=10, off=20))
    assert states(alarm, [15, 10, 19, 20]) == [False, True, True, False]


def test_confirm():
    alarm = Alarm("level", Limit(on=90, off=80, confirm=3))
    assert states(alarm, [91, 92, 93]) == [False, False, True]


def test_single_spikes_are_no_alarm():
    alarm = Alarm("level", Limit(on=90, off=80, confirm=2))
    assert states(alarm, [91, 70, 91, 70, 91, 92]) == [False] * 5 + [True]


def test_confirm_after_clearing():
    alarm = Alarm("level", Limit(on=90, off=80, confirm=2))
    assert states(alarm, [91, 92, 70, 95, 96]) == [False, True, False, False, True]


def test_time_in_alarm():
    alarm = Alarm("level", Limit(on=90, off=80))
    for time, value in [(0, 95), (10, 75), (20, 92)]:
        alarm.read(time, value)
    assert alarm.time_in_alarm(25) == 15


def test_monitor():
    monitor = Monitor()
    monitor.watch("tank", Limit(on=90, off=80))
    monitor.watch("tank", Limit(on=10, off=20))
    monitor.read(1, "tank", 95)
    monitor.read(2, "tank", None)
    assert monitor.active() == ["tank"]
    monitor.read(3, "tank", 5.5)
    assert monitor.read(4, "other", 5) == []
    assert monitor.log() == (
        "    1 tank alarm at 95\n    3 tank normal at 5.5\n    3 tank alarm at 5.5"
    )


def test_bad_limits():
    with pytest.raises(ValueError):
        Limit(5, 5)
    with pytest.raises(ValueError):
        Limit(5, 4, confirm=0)
