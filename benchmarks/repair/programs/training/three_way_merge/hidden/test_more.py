from three_way_merge import merge, merge_all


def test_added_by_both_alike():
    assert merge({}, {"x": [1]}, {"x": [1]}) == ({"x": [1]}, [])


def test_added_by_both_differently():
    assert merge({}, {"x": 1}, {"x": 2}) == ({"x": 1}, ["x"])


def test_changed_against_removed():
    assert merge({"x": 1}, {}, {"x": 2}) == ({}, ["x"])
    assert merge({"x": 1}, {"x": 2}, {}) == ({"x": 2}, ["x"])


def test_copies_that_agree():
    assert merge_all({"x": 1}, [{"x": 5}, {"x": 5}, {"x": 1}]) == ({"x": 5}, [])


def test_one_of_two_in_conflict():
    assert merge({"x": 1, "y": 1}, {"x": 2, "y": 2}, {"x": 2, "y": 3}) == ({"x": 2, "y": 2}, ["y"])
