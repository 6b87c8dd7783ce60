import pytest

from rate_limiter import Bucket, Plan, RateLimiter


@pytest.fixture
def limiter():
    return RateLimiter({"free": Plan(2, 1000), "pro": Plan(10, 100)})


def test_burst(limiter):
    assert [limiter.allow("ann", 0) for _ in range(3)] == [True, True, False]
    assert limiter.rejected == {"ann": 1}


def test_refill(limiter):
    limiter.allow("ann", 0, 2)
    assert limiter.remaining("ann", 1000) == 1
    assert limiter.remaining("ann", 9000) == 2


def test_impatient_client(limiter):
    limiter.allow("ann", 0, 2)
    answers = [limiter.allow("ann", now) for now in (400, 800, 1200, 1600, 2000)]
    assert answers == [False, False, True, False, True]


def test_clients_are_independent(limiter):
    limiter.allow("ann", 0, 2)
    assert limiter.allow("bob", 0)


def test_retry_after(limiter):
    limiter.allow("ann", 0, 2)
    assert limiter.retry_after("ann", 0) == 1000
    assert limiter.retry_after("ann", 300) == 700
    assert limiter.retry_after("ann", 300, 2) == 1700
    assert limiter.retry_after("ann", 300, 3) is None


def test_subscribe(limiter):
    limiter.allow("ann", 0, 2)
    limiter.subscribe("ann", "pro")
    assert limiter.remaining("ann", 0) == 10


def test_clock_going_back():
    bucket = Bucket(Plan(3, 10), 100)
    bucket.take(100, 3)
    assert not bucket.take(50)


def test_purge(limiter):
    limiter.allow("ann", 0)
    limiter.allow("bob", 0, 2)
    assert limiter.purge(1000) == 1


def test_worst(limiter):
    for client, tries in (("a", 3), ("b", 5), ("c", 3)):
        for _ in range(tries):
            limiter.allow(client, 0)
    assert limiter.worst(2) == ["b", "a"]


def test_bad_plan():
    with pytest.raises(ValueError):
        Plan(0, 5)
