import copy
from operator import attrgetter

import pytest

from record import Record, pluck


def test_default():
    assert getattr(Record({}), "colour", "red") == "red"
    assert getattr(Record({"colour": "blue"}), "colour", "red") == "blue"


def test_nested_missing():
    assert not hasattr(Record({"x": {"y": 1}}).x, "z")


def test_attrgetter():
    with pytest.raises(AttributeError):
        attrgetter("x.z")(Record({"x": {"y": 1}}))


def test_items_still_raise_key_errors():
    with pytest.raises(KeyError):
        Record({"x": 1})["y"]


def test_pluck_none():
    assert pluck([Record({"x": 1}), Record({"y": 2})], "x") == [1, None]


def test_pluck_partly():
    assert pluck([Record({"x": {"y": 5}}), Record({"x": {}}), Record({"x": 4})], "x.y", 0) == [5, 0, 0]


def test_copy():
    record = Record({"x": [1, 2]})
    assert copy.copy(record) == record


def test_named_in_message():
    with pytest.raises(AttributeError) as caught:
        Record({}).weight
    assert "weight" in str(caught.value)
