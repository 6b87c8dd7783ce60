import pytest
from voluptuous import ALLOW_EXTRA, PREVENT_EXTRA, REMOVE_EXTRA, Any, MultipleInvalid, Schema

SHAPE = {Any("name", "area"): str, "domain": str}


def test_extra_keys_are_dropped():
    given = {"area": "one", "domain": "two", "more": 3, "most": None}
    assert Schema(SHAPE, extra=REMOVE_EXTRA)(given) == {"area": "one", "domain": "two"}


def test_extra_keys_are_dropped_inside():
    schema = Schema({"inner": SHAPE}, extra=REMOVE_EXTRA)
    assert schema({"inner": {"name": "x", "other": 1}, "outer": 2}) == {"inner": {"name": "x"}}


def test_extra_keys_are_kept_where_allowed():
    given = {"name": "one", "more": 3}
    assert Schema(SHAPE, extra=ALLOW_EXTRA)(given) == given


def test_extra_keys_are_errors_where_prevented():
    with pytest.raises(MultipleInvalid):
        Schema(SHAPE, extra=PREVENT_EXTRA)({"name": "one", "more": 3})


def test_wrong_values_are_errors_all_the_same():
    with pytest.raises(MultipleInvalid):
        Schema(SHAPE, extra=REMOVE_EXTRA)({"name": 1})
