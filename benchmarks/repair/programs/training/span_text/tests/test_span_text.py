import pytest

from span_text import ago, span_text


@pytest.mark.parametrize("seconds, text", [(1, "1s"), (59, "59s"), (60, "1m"), (7500, "2h 5m"), (86400, "1d")])
def test_spans(seconds, text):
    assert span_text(seconds) == text


def test_most():
    assert span_text(93784, most=4) == "1d 2h 3m 4s"
    assert span_text(93784, most=1) == "1d"


def test_negative():
    assert span_text(-90) == "-1m 30s"


def test_zero():
    assert span_text(0) == "0s"


def test_ago():
    assert ago(1000, 4700) == "1h ago"
    assert ago(1000, 700) == "in 5m"


def test_now():
    assert ago(1000, 1000) == "0s ago"
