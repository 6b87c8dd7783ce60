from log_throttle import LogThrottle


def run(events, interval=10):
    """The lines written for (time, message) events, and what is still quiet."""
    lines, now = [], [0]
    throttle = LogThrottle(lines.append, lambda: now[0], interval)
    for now[0], message in events:
        throttle.log(message)
    return lines, throttle.quiet()


def test_second_round_counts_afresh():
    lines, _ = run([(0, "a"), (1, "a"), (10, "a"), (11, "a"), (12, "a"), (13, "a"), (20, "a")])
    assert lines == ["a", "a (1 left out)", "a (3 left out)"]


def test_quiet_of_the_last_round():
    _, quiet = run([(0, "a"), (1, "a"), (2, "a"), (15, "a"), (16, "a")])
    assert quiet == {"a": 1}


def test_two_messages():
    lines, quiet = run([(0, "a"), (0, "b"), (5, "a"), (6, "b"), (10, "a"), (11, "b"), (12, "b")])
    assert lines == ["a", "b", "a (1 left out)", "b (1 left out)"]
    assert quiet == {"b": 1}


def test_nothing_left_out():
    assert run([(0, "a"), (10, "a"), (25, "a")]) == (["a", "a", "a"], {})


def test_long_interval():
    assert run([(0, "a"), (99, "a")], interval=100) == (["a"], {"a": 1})
