from alarm import Limits, Monitor


def test_peak_of_the_last_run_only():
    messages = []
    monitor = Monitor("t", Limits(20, 30, 2), messages.append)
    for value in (90, 10, 31, 32):
        monitor.feed(value)
    assert messages == ["t: above 30, peak 32"]


def test_alternating_never_fires():
    monitor = Monitor("t", Limits(20, 30), lambda m: None)
    for value in [31, 29] * 10:
        monitor.feed(value)
    assert not monitor.active


def test_exactly_the_limit_interrupts():
    monitor = Monitor("t", Limits(20, 30), lambda m: None)
    for value in (31, 31, 30, 31):
        monitor.feed(value)
    assert not monitor.active


def test_fires_after_an_interruption():
    monitor = Monitor("t", Limits(20, 30), lambda m: None)
    for value in (31, 12, 31, 31, 31):
        monitor.feed(value)
    assert monitor.active
