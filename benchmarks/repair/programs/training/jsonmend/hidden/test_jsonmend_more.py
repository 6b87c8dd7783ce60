import pytest

from changes import Change, apply, diff
from mend import merge


@pytest.mark.parametrize("old, new", [
    ([1, 2, 3], []),
    ([1, 2, 3, 4], [4]),
    ([[1, 2, 3], [4, 5, 6]], [[1]]),
    ([{"x": [1, 2, 3]}, 2, 3], [{"x": []}]),
    ([], [1, 2, 3]),
    ([1], [1, [2], {"a": 3}]),
    ({"a": [1, 2]}, {"a": {"b": 1}}),
])
def test_there_and_back(old, new):
    assert apply(old, diff(old, new)) == new
    assert apply(new, diff(new, old)) == old


def test_removed_one_by_one():
    changes = diff([1, 2, 3, 4], [1])
    assert [c.kind for c in changes] == ["remove"] * 3
    assert apply([1, 2, 3, 4], changes[:1]) in ([1, 2, 3], [1, 3, 4])


def test_nothing_to_do():
    assert diff({"a": [1, {"b": None}]}, {"a": [1, {"b": None}]}) == []


def test_order_of_changes_in_longer_list():
    assert diff([0], [0, 1, 2]) == [Change("add", (1,), 1), Change("add", (2,), 2)]


def test_apply_as_given():
    assert apply([1, 2, 3], [Change("remove", (0,)), Change("remove", (0,))]) == [3]
    assert apply(["a", "c"], [Change("add", (1,), "b")]) == ["a", "b", "c"]


def test_bool_is_set():
    assert diff([True], [1]) == [Change("set", (0,), 1)]


def test_value_is_copied():
    value = [1]
    changed = apply({}, [Change("add", ("a",), value)])
    value.append(2)
    assert changed == {"a": [1]}


def test_shorter_list_deep_inside():
    old = {"a": {"b": [{"c": [1, 2, 3, 4]}]}}
    new = {"a": {"b": [{"c": [1, 2]}]}}
    assert apply(old, diff(old, new)) == new


def test_merge_both_removed():
    assert merge({"a": 1, "b": 2}, {"b": 2}, {"b": 2}) == {"b": 2}
