import pytest

from metric_rollup import Rollup, parse_line, percentile

EU_A = {"zone": "eu", "host": "a"}
EU_B = {"zone": "eu", "host": "b"}
US_A = {"zone": "us", "host": "a"}


@pytest.fixture
def rollup():
    r = Rollup()
    for value, tags in ((10, EU_A), (20, EU_A), (40, EU_B), (90, US_A)):
        r.record("latency", value, tags)
    r.record("uptime", 5)
    return r


def test_percentile():
    assert percentile([30, 10, 20, 40], 50) == 25
    assert percentile([1, 2, 3], 100) == 3
    assert percentile([7], 95) == 7
    for values, p in (([], 50), ([1], 101)):
        with pytest.raises(ValueError):
            percentile(values, p)


def test_parse_line():
    assert parse_line("hits:3|a=1,b=x=y\n") == ("hits", 3.0, {"a": "1", "b": "x=y"})
    assert parse_line("hits:3") == ("hits", 3.0, {})


def test_summary(rollup):
    summary = rollup.summary("latency", EU_A)
    assert (summary.count, summary.low, summary.high, summary.p50) == (2, 10, 20, 15)
    assert summary.mean == 15
    assert rollup.summary("latency") is None
    assert rollup.summary("uptime").total == 5


def test_tags_in_another_order(rollup):
    assert rollup.values("latency", {"host": "a", "zone": "eu"}) == [10, 20]
    rollup.record("latency", 60, {"host": "b", "zone": "eu"})
    assert rollup.values("latency", EU_B) == [40, 60]


def test_lines_are_one_series():
    r = Rollup()
    assert r.record_lines(["t:1|b=2,a=1", "t:3|a=1,b=2", "nonsense", "t:x"]) == 2
    assert r.series_count("t") == 1
    assert r.values("t", {"b": "2", "a": "1"}) == [1, 3]


def test_overall(rollup):
    assert rollup.overall("latency").count == 4
    assert rollup.overall("nothing") is None
    assert rollup.names() == ["latency", "uptime"]


def test_by_tag(rollup):
    zones = rollup.by_tag("latency", "zone")
    assert {zone: s.high for zone, s in zones.items()} == {"eu": 40, "us": 90}
    assert rollup.by_tag("uptime", "zone") == {}


def test_slowest(rollup):
    assert rollup.slowest("latency", limit=2) == [US_A, EU_B]


def test_limit():
    r = Rollup(max_values=2)
    for value in (1, 2, 3):
        r.record("x", value)
    assert r.values("x") == [2, 3]
    assert r.dropped == 1


def test_reset(rollup):
    rollup.reset("latency")
    assert rollup.names() == ["uptime"]
