import pytest

from record import Record, pluck, select


@pytest.fixture
def people():
    return [
        Record({"name": "Ann", "address": {"town": "Oslo"}}),
        Record({"name": "Bob", "address": {"town": "Rome", "zip": "00100"}}),
        Record({"name": "Cat"}),
    ]


def test_attribute():
    assert Record({"a": 1}).a == 1


def test_nested():
    assert Record({"a": {"b": {"c": 3}}}).a.b.c == 3


def test_list():
    assert Record({"a": [{"b": 1}, 2]}).a == (Record({"b": 1}), 2)


def test_item():
    record = Record({"a b": 1})
    assert record["a b"] == 1
    with pytest.raises(KeyError):
        record["c"]


def test_missing_attribute():
    with pytest.raises(AttributeError, match="the record has no 'b'"):
        Record({"a": 1}).b


def test_hasattr():
    record = Record({"a": None})
    assert hasattr(record, "a")
    assert not hasattr(record, "b")


def test_read_only():
    record = Record({"a": 1})
    with pytest.raises(AttributeError):
        record.a = 2
    assert record.with_values(a=2, b=3) == Record({"a": 2, "b": 3})
    assert record.a == 1


def test_mapping():
    record = Record({"a": 1, "b": 2})
    assert list(record) == ["a", "b"]
    assert len(record) == 2
    assert "a" in record and "c" not in record


def test_repr():
    assert repr(Record({"a": 1, "b": "x"})) == "Record(a=1, b='x')"


def test_pluck(people):
    assert pluck(people, "name") == ["Ann", "Bob", "Cat"]


def test_pluck_with_default(people):
    assert pluck(people, "address.zip", default="-") == ["-", "00100", "-"]


def test_select(people):
    assert [record.name for record in select(people, name="Bob")] == ["Bob"]
    assert select(people, age=3) == []
