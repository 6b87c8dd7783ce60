import pytest

from quota_gate import Gate, Window, replay


def test_parse():
    assert Window.parse("5/s") == Window(5, 1)
    assert Window.parse(" 100/15m") == Window(100, 900)


def test_bad_window():
    for text in ("5", "x/s", "5/w", ""):
        with pytest.raises(ValueError):
            Window.parse(text)


def test_single_window():
    gate = Gate("2/10s")
    assert [gate.allow("a", t) for t in (0, 1, 2, 10, 11)] == [True, True, False, True, True]


def test_clients_are_separate():
    gate = Gate("1/m")
    assert gate.allow("a", 0)
    assert gate.allow("b", 0)
    assert not gate.allow("a", 1)


def test_second_window_limits():
    gate = Gate("2/s", "3/m")
    assert [gate.allow("a", t) for t in (0, 0, 0, 5, 6)] == [True, True, False, True, False]


def test_refused_requests_use_nothing_up():
    gate = Gate("3/m", "1/10s")
    assert [gate.allow("a", t) for t in (0, 1, 2, 3)] == [True, False, False, False]
    assert gate.refused == {"a": 3}
    assert gate.allow("a", 10)
    assert gate.remaining("a", 25) == 1


def test_retry_after():
    gate = Gate("1/s", "2/m")
    gate.allow("a", 0)
    assert gate.retry_after("a", 0) == 1
    gate.allow("a", 20)
    assert gate.retry_after("a", 20) == 40
    assert gate.retry_after("b", 20) == 0


def test_usage():
    gate = Gate("4/m", "10/h")
    gate.allow("a", 0)
    assert gate.usage("a", 1) == {"4/60s": 0.25, "10/3600s": 0.1}


def test_forget_idle():
    gate = Gate("4/m")
    gate.allow("a", 0)
    gate.allow("b", 50)
    assert gate.forget_idle(70) == 1
    assert gate.remaining("b", 70) == 3


def test_replay():
    log = [(5, "a"), (0, "a"), (1, "b")]
    assert replay(Gate("1/10s"), log) == [(5, "a")]
