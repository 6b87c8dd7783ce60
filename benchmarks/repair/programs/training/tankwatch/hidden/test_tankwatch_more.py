from tankwatch import Alarm, Limit, Monitor, State


def alarm_times(limit, values):
    alarm = Alarm("x", limit)
    events = [alarm.read(time, value) for time, value in enumerate(values)]
    return [(e.time, e.state.value) for e in events if e]


def test_hysteresis_band_interrupts():
    assert alarm_times(Limit(90, 80, confirm=2), [91, 85, 91, 85, 91]) == []


def test_three_in_a_row_after_break():
    values = [91, 92, 89, 91, 92, 93]
    assert alarm_times(Limit(90, 80, confirm=3), values) == [(5, "alarm")]


def test_low_consecutive():
    values = [9, 15, 8, 30, 7, 6]
    assert alarm_times(Limit(10, 20, confirm=2), values) == [(5, "alarm")]


def test_low_exact_boundary():
    assert alarm_times(Limit(10, 20, confirm=2), [10, 10, 20]) == [(1, "alarm"), (2, "normal")]


def test_second_alarm_also_consecutive():
    values = [91, 92, 70, 91, 70, 91, 92]
    expected = [(1, "alarm"), (2, "normal"), (6, "alarm")]
    assert alarm_times(Limit(90, 80, confirm=2), values) == expected


def test_single_confirm():
    values = [91, 70, 91, 70]
    expected = [(0, "alarm"), (1, "normal"), (2, "alarm"), (3, "normal")]
    assert alarm_times(Limit(90, 80), values) == expected


def test_failed_reading_is_ignored():
    monitor = Monitor()
    monitor.watch("t", Limit(90, 80, confirm=2))
    monitor.read(0, "t", 91)
    monitor.read(1, "t", None)
    (event,) = monitor.read(2, "t", 92)
    assert event.state is State.ALARM
    assert event.value == 92


def test_clears_with_one_reading():
    assert alarm_times(Limit(90, 80, confirm=3), [91] * 3 + [80]) == [(2, "alarm"), (3, "normal")]


def test_time_counts_from_confirmation():
    alarm = Alarm("x", Limit(90, 80, confirm=2))
    for time, value in [(0, 95), (10, 85), (20, 95), (30, 95), (50, 70)]:
        alarm.read(time, value)
    assert alarm.total == 20
    assert alarm.time_in_alarm(100) == 20


def test_two_limits_independent():
    monitor = Monitor()
    monitor.watch("t", Limit(90, 80, confirm=2))
    fast = monitor.watch("t", Limit(95, 85))
    monitor.read(0, "t", 96)
    assert fast.state is State.ALARM
    monitor.read(1, "t", 50)
    monitor.read(2, "t", 92)
    assert monitor.active() == []
