import pytest

from alarm import Limits, Monitor, Panel


def fed(values, limits=Limits(20, 30)):
    messages = []
    monitor = Monitor("t", limits, messages.append)
    for value in values:
        monitor.feed(value)
    return monitor, messages


def test_limits_are_checked():
    with pytest.raises(ValueError):
        Limits(30, 20)


def test_normal_readings():
    monitor, messages = fed([21, 25, 30])
    assert not monitor.active and messages == []


def test_three_in_a_row():
    monitor, messages = fed([31, 33, 32])
    assert monitor.active
    assert messages == ["t: above 30, peak 33"]


def test_missing_reading_does_not_count():
    assert fed([31, None, 31, 31])[0].active
    assert not fed([31, None, 31])[0].active


def test_interrupted_run():
    monitor, messages = fed([31, 35, 25, 32])
    assert not monitor.active
    assert messages == []


def test_stays_active_between_the_limits():
    assert fed([31, 31, 31, 25, 21])[0].active


def test_clears_below_low():
    monitor, messages = fed([31, 31, 36, 40, 19])
    assert not monitor.active
    assert messages[-1] == "t: back to normal, peak was 40"


def test_panel():
    panel = Panel(lambda message: None)
    panel.watch("hall", Limits(20, 30, patience=1))
    for line in ("hall = 29", "cellar = 99", "hall = n/a", "hall=31"):
        panel.line(line)
    assert panel.active() == ["hall"]
