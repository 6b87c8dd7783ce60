from polling import Poller


def test_more():
    s = iter([None, False, 5])
    assert Poller(lambda: next(s)).poll() is False
