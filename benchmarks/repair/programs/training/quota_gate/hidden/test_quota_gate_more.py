from quota_gate import Gate, Window, replay


def test_refusal_by_last_window_leaves_the_others():
    gate = Gate("5/h", "1/10s")
    for t in range(8):
        gate.allow("a", t)
    assert gate.usage("a", 8) == {"5/3600s": 0.2, "1/10s": 1.0}


def test_refusal_by_first_window_leaves_the_others():
    gate = Gate("1/10s", "5/h")
    for t in range(8):
        gate.allow("a", t)
    assert gate.usage("a", 8) == {"1/10s": 1.0, "5/3600s": 0.2}


def test_middle_window():
    gate = Gate("9/h", "1/10s", "8/h")
    assert [gate.allow("a", t) for t in (0, 1, 2)] == [True, False, False]
    assert gate.usage("a", 3) == {"9/3600s": 1 / 9, "1/10s": 1.0, "8/3600s": 1 / 8}


def test_accepted_counts_in_every_window():
    gate = Gate("3/m", "4/h", "5/d")
    for t in range(3):
        assert gate.allow("a", t)
    assert list(gate.usage("a", 3).values()) == [1.0, 0.75, 0.6]


def test_order_of_windows_is_irrelevant():
    log = [(t, "a") for t in (0, 1, 2, 11, 12, 22, 23, 33, 60, 61, 75)]
    assert replay(Gate("3/m", "1/10s"), log) == replay(Gate("1/10s", "3/m"), log)


def test_replay_two_windows():
    log = [(t, "a") for t in (0, 1, 2, 10, 11, 20)]
    assert replay(Gate("3/m", "1/10s"), log) == [(1, "a"), (2, "a"), (11, "a")]


def test_retry_after_refusals():
    gate = Gate("2/m", "1/10s")
    gate.allow("a", 0)
    assert not gate.allow("a", 3)
    assert gate.retry_after("a", 3) == 7


def test_refused_counts():
    gate = Gate("2/m", "1/10s")
    for t in (0, 1, 2):
        gate.allow("a", t)
    gate.allow("b", 2)
    assert gate.refused == {"a": 2}


def test_forget_after_refusals():
    gate = Gate("5/h", "0/s")
    assert not gate.allow("a", 0)
    assert gate.forget_idle(1) == 1


def test_remaining():
    gate = Gate(Window(3, 60), Window(2, 5))
    gate.allow("a", 0)
    assert gate.remaining("a", 1) == 1
    assert gate.remaining("a", 5) == 2
