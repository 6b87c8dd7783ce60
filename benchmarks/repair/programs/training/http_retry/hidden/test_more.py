from datetime import datetime, timedelta, timezone

from http_retry import RetryPolicy, retry_after, send
from http_retry.policy import Response

NOON = datetime(2024, 2, 29, 12, 0, tzinfo=timezone.utc)


def test_senseless_headers():
    for text in ("", "later", "1.5", "12 seconds", "Wed", "99 Foo 2024"):
        assert retry_after(text, NOON) is None


def test_date_in_another_zone():
    assert retry_after("Thu, 29 Feb 2024 13:00:10 +0100", NOON) == 10


def test_date_without_a_known_zone():
    assert retry_after("Thu, 29 Feb 2024 12:01:00 -0000", NOON) == 60


def test_now_in_another_zone():
    now = NOON.astimezone(timezone(timedelta(hours=-5)))
    assert retry_after("Thu, 29 Feb 2024 12:00:05 GMT", now) == 5


def test_zero_and_blanks():
    assert retry_after("0", NOON) == 0
    assert retry_after(" 15 ", NOON) == 15


def test_nonsense_falls_back_to_the_policy():
    answers = [Response(503, {"Retry-After": "soon"}), Response(503, {"Retry-After": "?"}), Response(204)]
    slept = []
    answer = send(lambda: answers.pop(0), RetryPolicy(first=3, factor=3), slept.append, lambda: NOON)
    assert answer.status == 204
    assert slept == [3, 9]


def test_far_date_is_limited():
    response = Response(503, {"Retry-After": "Fri, 01 Mar 2024 12:00:00 GMT"})
    assert RetryPolicy(longest=30).delay(1, response, NOON) == 30


def test_past_date_means_at_once():
    response = Response(503, {"Retry-After": "Wed, 28 Feb 2024 12:00:00 GMT"})
    assert RetryPolicy().delay(3, response, NOON) == 0
