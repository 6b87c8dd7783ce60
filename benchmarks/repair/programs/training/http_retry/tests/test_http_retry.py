from datetime import datetime, timezone

import pytest

from http_retry import GiveUp, RetryPolicy, retry_after, send
from http_retry.policy import Response

NOW = datetime(2015, 10, 21, 7, 28, tzinfo=timezone.utc)


def run(*responses, policy=RetryPolicy()):
    """The answer and the delays."""
    queue = list(responses)
    slept = []
    answer = send(lambda: queue.pop(0), policy, slept.append, lambda: NOW)
    return answer, slept


def test_seconds():
    assert retry_after("120", NOW) == 120


def test_no_header():
    assert retry_after(None, NOW) is None


def test_negative_seconds():
    assert retry_after("-5", NOW) == 0


def test_date():
    assert retry_after("Wed, 21 Oct 2015 07:28:30 GMT", NOW) == 30


def test_past_date():
    assert retry_after("Wed, 21 Oct 2015 07:00:00 GMT", NOW) == 0


def test_nonsense():
    assert retry_after("soon", NOW) is None


def test_success_at_once():
    assert run(Response(200)) == (Response(200), [])


def test_delays_grow():
    answer, slept = run(Response(503), Response(502), Response(429), Response(200))
    assert answer.status == 200
    assert slept == [1.0, 2.0, 4.0]


def test_longest_delay():
    _, slept = run(Response(503), Response(503), Response(200), policy=RetryPolicy(first=50))
    assert slept == [50.0, 60.0]


def test_other_statuses_are_final():
    assert run(Response(404), Response(200)) == (Response(404), [])


def test_gives_up():
    with pytest.raises(GiveUp, match="503"):
        run(Response(503), Response(503), policy=RetryPolicy(attempts=2))


def test_server_asks_for_seconds():
    _, slept = run(Response(429, {"Retry-After": "7"}), Response(429, {"Retry-After": "3600"}), Response(200))
    assert slept == [7.0, 60.0]


def test_server_asks_for_a_date():
    _, slept = run(Response(503, {"Retry-After": "Wed, 21 Oct 2015 07:28:12 GMT"}), Response(200))
    assert slept == [12.0]
