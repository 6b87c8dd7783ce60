from itertools import permutations

from metric_rollup import Rollup

TAGS = (("zone", "eu"), ("host", "a"), ("app", "web"))


def test_record_in_any_order():
    r = Rollup()
    for number, tags in enumerate(permutations(TAGS)):
        r.record("m", number, dict(tags))
    assert r.series_count("m") == 1
    assert r.values("m", dict(TAGS)) == [0, 1, 2, 3, 4, 5]


def test_ask_in_any_order():
    r = Rollup()
    r.record("m", 8, dict(TAGS))
    for tags in permutations(TAGS):
        assert r.values("m", dict(tags)) == [8]


def test_summary_in_any_order():
    r = Rollup()
    r.record("m", 1, {"b": "x", "a": "y"})
    r.record("m", 3, {"a": "y", "b": "x"})
    assert r.summary("m", {"b": "x", "a": "y"}).mean == 2
    assert r.summary("m", {"a": "y", "b": "x"}).count == 2


def test_sorted_order():
    r = Rollup()
    r.record("m", 1, {"a": "1", "b": "2"})
    assert r.values("m", {"a": "1", "b": "2"}) == [1]


def test_values_swapped_are_another_series():
    r = Rollup()
    r.record("m", 1, {"a": "1", "b": "2"})
    r.record("m", 2, {"a": "2", "b": "1"})
    assert r.series_count("m") == 2
    assert r.values("m", {"b": "1", "a": "2"}) == [2]


def test_fewer_tags_are_another_series():
    r = Rollup()
    r.record("m", 1, {"a": "1", "b": "2"})
    assert r.values("m", {"a": "1"}) == []
    assert r.values("m") == []


def test_no_tags():
    r = Rollup()
    r.record("m", 1)
    r.record("m", 2, {})
    assert r.values("m", {}) == [1, 2]
    assert r.values("m") == [1, 2]


def test_limit_counts_the_whole_series():
    r = Rollup(max_values=2)
    r.record("m", 1, {"b": "x", "a": "y"})
    r.record("m", 2, {"a": "y", "b": "x"})
    r.record("m", 3, {"b": "x", "a": "y"})
    assert r.dropped == 1
    assert r.values("m", {"a": "y", "b": "x"}) == [2, 3]


def test_slowest_lists_a_series_once():
    r = Rollup()
    r.record("m", 50, {"b": "x", "a": "y"})
    r.record("m", 50, {"a": "y", "b": "x"})
    r.record("m", 1, {"a": "z"})
    assert r.slowest("m") == [{"a": "y", "b": "x"}, {"a": "z"}]


def test_by_tag():
    r = Rollup()
    r.record("m", 1, {"b": "x", "a": "y"})
    r.record("m", 3, {"a": "y", "b": "x"})
    r.record("m", 5, {"a": "q"})
    assert {k: s.total for k, s in r.by_tag("m", "a").items()} == {"q": 5, "y": 4}


def test_reset_all_series():
    r = Rollup()
    r.record("m", 1, {"b": "x", "a": "y"})
    r.record("n", 1, {"b": "x", "a": "y"})
    r.reset("m")
    assert r.names() == ["n"]
    assert r.values("n", {"a": "y", "b": "x"}) == [1]
