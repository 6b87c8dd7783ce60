from profiles import merge


def test_deep_base_stays():
    base = {"x": {"y": {"z": 1}}}
    assert merge(base, {"x": {"y": {"z": 2}}}) == {"x": {"y": {"z": 2}}}
    assert base == {"x": {"y": {"z": 1}}}


def test_none_leaves_base():
    base = {"a": 1}
    assert merge(base, {"a": None}) == {} and base == {"a": 1}
