from nested_diff import changes, report


def test_three_levels():
    old = {"a": {"b": {"c": {"d": 1}}}}
    new = {"a": {"b": {"c": {"d": 2}}}}
    assert changes(old, new) == [("~", "a.b.c.d", 2)]


def test_siblings():
    old = {"a": {"x": {"n": 1}, "y": 1}, "b": {"x": {"n": 1}}}
    new = {"a": {"x": {"n": 2}, "y": 2}, "b": {"x": {"n": 3}}}
    assert [path for _, path, _ in changes(old, new)] == ["a.x.n", "a.y", "b.x.n"]


def test_deep_report():
    assert report({"a": {"b": {"c": 1}}}, {"a": {"b": {}}}) == ["- a.b.c"]


def test_given_prefix():
    assert changes({"a": {"b": 1}}, {"a": {"b": 2}}, "conf/") == [("~", "conf/a.b", 2)]


def test_none_is_a_value():
    assert changes({"a": None}, {"a": 0}) == [("~", "a", 0)]
