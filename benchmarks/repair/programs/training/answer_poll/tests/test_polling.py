import pytest

from polling import NoAnswer, Poller


def source(*answers):
    left = list(answers)
    return lambda: left.pop(0)


def test_once():
    assert Poller(source(4)).once() == 4


def test_first():
    assert Poller(source(4)).poll() == 4


def test_third():
    poller = Poller(source(None, None, 0))
    assert poller.poll() == 0
    assert poller.asked == 3


def test_none():
    with pytest.raises(NoAnswer, match="asked 2 times"):
        Poller(source(None, None), most=2).poll()


def test_default():
    assert Poller(source(None, None, None)).poll_or("x") == "x"
