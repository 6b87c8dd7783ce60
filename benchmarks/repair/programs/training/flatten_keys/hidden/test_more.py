from flatten_keys import flatten, lookup, unflatten

DEEP = {"a": {"b": {"c": {"d": 1}}, "e": {}}, "f": {"g": [1, {"h": 2}]}}


def test_slashes_all_the_way_down():
    assert flatten(DEEP, sep="/") == {"a/b/c/d": 1, "a/e": {}, "f/g": [1, {"h": 2}]}


def test_prefix_together_with_separator():
    assert flatten({"x": {"y": {"z": 0}}}, "root", ":") == {"root:x:y:z": 0}


def test_inverse_with_separator():
    for sep in (".", "/", "->"):
        assert unflatten(flatten(DEEP, sep=sep), sep=sep) == DEEP


def test_keys_holding_dots():
    data = {"v1.0": {"notes": {"v1.1": "x"}}}
    flat = flatten(data, sep="|")
    assert flat == {"v1.0|notes|v1.1": "x"}
    assert lookup(data, "v1.0|notes|v1.1", sep="|") == "x"


def test_default_separator_is_still_a_dot():
    assert flatten({1: {2: {3: "x"}}}) == {"1.2.3": "x"}
