import pytest
from schema_check import Integer, ListOf, Optional, Record, Text, check, is_valid


@pytest.mark.parametrize("value,ok", [(0, True), (-7, True), (True, False), (False, False), (2.5, False), (None, False)])
def test_integer(value, ok):
    assert is_valid(Integer(), value) is ok


def test_bool_reports_once():
    assert check(Integer(5, 9), False) == [("(root)", "expected an integer")]


def test_bool_in_list():
    assert check(ListOf(Integer()), [1, True, 2]) == [("[1]", "expected an integer")]


def test_bool_in_record():
    assert check(Record(a=Record(n=Optional(Integer()))), {"a": {"n": False}}) == [("a.n", "expected an integer")]


def test_optional():
    assert is_valid(Record(a=Optional(Integer())), {"a": None})
    assert is_valid(Record(a=Optional(Integer())), {})


def test_not_a_record():
    assert check(Record(a=Text()), []) == [("(root)", "expected a record")]


def test_text_rejects():
    assert not is_valid(Text(), True)
