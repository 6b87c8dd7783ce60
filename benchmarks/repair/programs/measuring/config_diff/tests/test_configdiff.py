from configdiff import Change, compare, report

OLD = {"server": {"host": "a", "port": 80}, "tags": ["x", "y"], "debug": True}


def test_same():
    assert compare(OLD, OLD) == []


def test_changed_value():
    new = {**OLD, "server": {"host": "b", "port": 80}}
    assert compare(OLD, new) == [Change("changed", "server.host", "a", "b")]


def test_added_key():
    assert compare({}, {"a": {"b": 1}}) == [Change("added", "a", None, {"b": 1})]


def test_removed_key():
    assert compare({"a": 1, "b": 2}, {"a": 1}) == [Change("removed", "b", 2, None)]


def test_lists():
    assert compare({"t": [1, 2]}, {"t": [1, 3, 4]}) == [
        Change("changed", "t[1]", 2, 3), Change("added", "t[2]", None, 4),
    ]


def test_shorter_list():
    assert compare({"t": [1, 2]}, {"t": [1]}) == [Change("removed", "t[1]", 2, None)]


def test_true_is_not_one():
    assert compare({"a": True}, {"a": 1}) == [Change("changed", "a", True, 1)]


def test_other_type():
    assert compare({"a": [1]}, {"a": {"0": 1}}) == [Change("changed", "a", [1], {"0": 1})]


def test_ignored():
    assert compare({"a": {"b": 1}, "c": 1}, {"a": {"b": 2}, "c": 1}, ignore=["a."]) == []


def test_report():
    changes = compare({"db": {"password": "old"}, "n": 1}, {"db": {"password": "new"}, "n": 1, "m": [2]})
    assert report(changes) == ["~ db.password: *** -> ***", "+ m: [2]"]


def test_report_of_nothing():
    assert report([]) == ["no changes"]


def test_renamed_key():
    assert report(compare({"name": 1}, {"label": 1})) == ["+ label: 1", "- name: 1"]
