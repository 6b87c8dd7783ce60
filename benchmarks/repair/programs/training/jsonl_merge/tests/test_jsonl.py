import pytest

from jsonl import BadLine, merge_by_key, records
from jsonl.merge import select


def test_records():
    assert list(records('{"a": 1}\n{"a": 2}')) == [{"a": 1}, {"a": 2}]


def test_line_feed_at_the_end():
    assert list(records('{"a": 1}\n')) == [{"a": 1}]


def test_blank_lines():
    assert list(records('\n{"a": 1}\n   \n{"a": 2}')) == [{"a": 1}, {"a": 2}]


def test_bad_line():
    with pytest.raises(BadLine, match="line 2"):
        list(records('{"a": 1}\n{oops'))


def test_not_an_object():
    with pytest.raises(BadLine, match="line 1: not an object"):
        list(records("[1]"))


def test_lenient():
    assert list(records('{oops\n[1]\n{"a": 1}', strict=False)) == [{"a": 1}]


def test_merge():
    assert merge_by_key(['{"id": 1, "a": 1}', '{"id": 1, "b": 2}']) == '{"a": 1, "b": 2, "id": 1}\n'


def test_deleted():
    assert merge_by_key(['{"id": 1}', '{"id": 1, "deleted": true}']) == ""


def test_no_key():
    assert merge_by_key(['{"x": 1}']) == ""


def test_select():
    assert select('{"a": 1, "b": 2}\n{"a": 3}', a=1) == [{"a": 1, "b": 2}]
