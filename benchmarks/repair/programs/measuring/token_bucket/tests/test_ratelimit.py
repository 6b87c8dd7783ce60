import pytest

from ratelimit import Limiter, Rule


class Clock:
    now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def limiter(clock):
    return Limiter([Rule("api", 2.0, 4)], clock)


def allowed(limiter, times, client="c"):
    return sum(limiter.check(client, "api")[0] for _ in range(times))


@pytest.mark.parametrize(
    "text, rule",
    [("search: 30/min burst 5", Rule("search", 0.5, 5)), ("login: 2/sec", Rule("login", 2.0, 1))],
)
def test_parse(text, rule):
    assert Rule.parse(text) == rule


def test_unknown_period():
    with pytest.raises(KeyError):
        Rule.parse("x: 1/week")


def test_unknown_rule_is_free(limiter):
    assert limiter.check("c", "other") == (True, 0.0)


def test_burst(limiter):
    assert allowed(limiter, 10) == 4


def test_refills(limiter, clock):
    allowed(limiter, 10)
    clock.now += 1
    assert allowed(limiter, 10) == 2


def test_after_a_quiet_hour(limiter, clock):
    allowed(limiter, 10)
    clock.now += 3600
    assert allowed(limiter, 100) == 4


def test_clients_are_apart(limiter):
    allowed(limiter, 10)
    assert allowed(limiter, 1, "d") == 1


def test_wait(limiter):
    assert limiter.check("c", "api", cost=4) == (True, 0.0)
    assert limiter.check("c", "api", cost=3) == (False, 1.5)


def test_never(limiter):
    assert limiter.check("c", "api", cost=5) == (False, float("inf"))


def test_clock_that_goes_back(limiter, clock):
    allowed(limiter, 10)
    clock.now -= 50
    assert allowed(limiter, 10) == 0


def test_forget_idle(limiter, clock):
    allowed(limiter, 1)
    clock.now += 30
    allowed(limiter, 1, "d")
    assert limiter.forget_idle(30) == 1
