from conf_semdiff import Change, Rules, diff, report, simplify


def test_no_changes():
    assert report({"a": 1, "b": {"c": 2}}, {"b": {"c": 2}, "a": 1}) == "no changes"


def test_kinds():
    old = {"host": "x", "port": 1}
    new = {"port": 2, "user": "me"}
    assert report(old, new) == "- host: 'x'\n~ port: 1 -> 2\n+ user: 'me'"


def test_nested_path():
    assert diff({"a": {"b": 1}}, {"a": {"b": 2}}) == [Change("changed", "a.b", 1, 2)]


def test_ignore():
    rules = Rules(ignore=("*.stamp",))
    assert diff({"a": {"stamp": 1}}, {"a": {"stamp": 2}}, rules) == []


def test_loose():
    old = {"port": "8080", "debug": "Yes"}
    new = {"port": 8080, "debug": True}
    assert len(diff(old, new)) == 2
    assert diff(old, new, Rules(loose=True)) == []


def test_plain_lists():
    assert report({"a": [1, 2]}, {"a": [1, 3, 4]}) == "~ a[1]: 2 -> 3\n+ a[2]: 4"


def test_named_lists():
    old = {"jobs": [{"name": "x", "cpu": 1}, {"name": "y", "cpu": 1}]}
    new = {"jobs": [{"name": "y", "cpu": 2}, {"name": "x", "cpu": 1}]}
    assert diff(old, new) == [Change("changed", "jobs[y].cpu", 1, 2)]


def test_loose_jobs():
    old = {"jobs": [{"name": "x", "cpu": "2"}]}
    new = {"jobs": [{"name": "x", "cpu": 2}]}
    assert diff(old, new, Rules(loose=True)) == []


def test_loose_ports():
    assert diff({"ports": ["80", 443]}, {"ports": [80, "443"]}, Rules(loose=True)) == []


def test_simplify():
    assert simplify(" OFF ") is False
    assert simplify("12") == 12
    assert simplify(" text ") == "text"
