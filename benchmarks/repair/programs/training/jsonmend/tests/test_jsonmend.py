import pytest

from changes import ApplyError, Change, apply, diff, same
from mend import Conflict, merge


def test_same():
    assert same({"a": [1, None]}, {"a": [1, None]})
    assert not same([True], [1])


def test_diff_object():
    assert diff({"a": 1, "b": 2}, {"b": 3, "c": 4}) == [
        Change("remove", ("a",)), Change("set", ("b",), 3), Change("add", ("c",), 4)]


def test_diff_nested():
    assert diff({"a": {"x": [1, 2]}}, {"a": {"x": [1, 5, 6]}}) == [
        Change("set", ("a", "x", 1), 5), Change("add", ("a", "x", 2), 6)]


def test_text():
    assert [str(c) for c in diff({"a": 1}, {"b": "x"})] == ["- /a", "+ /b: 'x'"]


def test_apply():
    old = {"a": [1, 2], "b": {"c": None}}
    new = {"a": [1, 3, 4], "b": {"d": 1}}
    assert apply(old, diff(old, new)) == new
    assert old == {"a": [1, 2], "b": {"c": None}}


def test_apply_shorter_list():
    old = {"tags": ["a", "b", "c", "d", "e"]}
    new = {"tags": ["a", "x"]}
    assert apply(old, diff(old, new)) == new


def test_apply_list_by_one_shorter():
    assert apply([1, 2, 3], diff([1, 2, 3], [1, 2])) == [1, 2]


def test_apply_whole_document():
    assert apply(1, diff(1, [2])) == [2]


def test_apply_to_wrong_document():
    with pytest.raises(ApplyError):
        apply({"a": 1}, [Change("remove", ("b",))])


def test_merge():
    base = {"a": 1, "b": {"x": 1, "y": 1}, "gone": 0}
    ours = {"a": 2, "b": {"x": 1, "y": 2}, "gone": 0}
    theirs = {"a": 1, "b": {"x": 3, "y": 1}, "new": None}
    assert merge(base, ours, theirs) == {"a": 2, "b": {"x": 3, "y": 2}, "new": None}


def test_conflict():
    with pytest.raises(Conflict) as info:
        merge({"a": {"b": 1}}, {"a": {"b": 2}}, {"a": {"b": 3}})
    assert info.value.paths == [("a", "b")]
    assert merge({"a": 1}, {"a": 2}, {"a": 3}, prefer_ours=True) == {"a": 2}
