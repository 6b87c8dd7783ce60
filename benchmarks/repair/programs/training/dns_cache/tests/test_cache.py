import pytest

from dnscache import Cache


class Clock:
    def __init__(self):
        self.milliseconds = 500_000

    def __call__(self):
        return self.milliseconds


@pytest.fixture
def clock():
    return Clock()


def test_get(clock):
    cache = Cache(clock)
    cache.put("Example.org.", "A", ["1.2.3.4"], 60)
    assert cache.get("example.ORG", "A").values == ("1.2.3.4",)
    assert cache.get("example.org", "CNAME") is None


def test_ttl(clock):
    cache = Cache(clock)
    cache.put("a", "A", ["1"], 60)
    assert cache.ttl("a", "A") == 60
    assert cache.ttl("b", "A") == 0


def test_holds_a_minute(clock):
    cache = Cache(clock)
    cache.put("a", "A", ["1"], 60)
    clock.milliseconds += 59_500
    assert cache.get("a", "A")
    assert cache.ttl("a", "A") == 0
    clock.milliseconds += 500
    assert cache.get("a", "A") is None


def test_not_to_keep(clock):
    cache = Cache(clock)
    cache.put("a", "A", ["1"], 0)
    assert len(cache) == 0


def test_room(clock):
    cache = Cache(clock, most=2)
    cache.put("a", "A", ["1"], 60)
    cache.put("b", "A", ["1"], 20)
    cache.put("c", "A", ["1"], 40)
    assert [cache.ttl(name, "A") for name in "abc"] == [60, 0, 40]


def test_ttl_goes_down(clock):
    cache = Cache(clock)
    cache.put("a", "A", ["1"], 10)
    clock.milliseconds += 4_000
    assert cache.ttl("a", "A") == 6
