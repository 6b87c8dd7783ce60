from nested_diff import changes, report


def test_equal():
    assert changes({"a": 1, "b": {"c": 2}}, {"a": 1, "b": {"c": 2}}) == []


def test_flat():
    old = {"a": 1, "b": 2, "c": 3}
    new = {"b": 2, "c": 4, "d": 5}
    assert changes(old, new) == [("-", "a", 1), ("~", "c", 4), ("+", "d", 5)]


def test_one_level():
    assert changes({"a": {"b": 1}}, {"a": {"b": 2}}) == [("~", "a.b", 2)]


def test_two_levels():
    old = {"web": {"tls": {"port": 443, "cert": "x"}}}
    new = {"web": {"tls": {"port": 8443}}}
    assert changes(old, new) == [("-", "web.tls.cert", "x"), ("~", "web.tls.port", 8443)]


def test_dict_becomes_value():
    assert changes({"a": {"b": 1}}, {"a": 1}) == [("~", "a", 1)]


def test_new_dict():
    assert changes({}, {"a": {"b": 1}}) == [("+", "a", {"b": 1})]


def test_report():
    assert report({"a": 1, "b": "x"}, {"b": "y", "c": None}) == ["- a", "~ b = 'y'", "+ c = None"]
