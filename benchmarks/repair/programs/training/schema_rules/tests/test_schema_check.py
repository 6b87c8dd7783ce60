from schema_check import Integer, ListOf, Optional, Record, Text, check, is_valid

USER = Record(name=Text(max_length=5), age=Integer(0, 150), tags=Optional(ListOf(Text(), unique=True)))


def test_valid():
    assert is_valid(USER, {"name": "ann", "age": 3})


def test_missing_and_unexpected():
    assert check(USER, {"name": "x", "agee": 1}) == [("age", "missing"), ("agee", "unexpected")]


def test_integer_range():
    assert check(Integer(1, 5), 0) == [("(root)", "less than 1")]
    assert check(Integer(1, 5), 6) == [("(root)", "more than 5")]


def test_integer_kinds():
    assert not is_valid(Integer(), "1")
    assert not is_valid(Integer(), 1.0)
    assert not is_valid(Integer(), True)


def test_text():
    assert check(Text("[a-z]+"), "A") == [("(root)", "does not match [a-z]+")]
    assert not is_valid(Text(max_length=2), "abc")


def test_list_paths():
    assert check(ListOf(Integer()), [1, None, "x"]) == [
        ("[1]", "expected an integer"), ("[2]", "expected an integer")]


def test_nested_path():
    assert check(USER, {"name": "a", "age": 1, "tags": ["x", "x"]}) == [("tags[1]", "duplicate")]


def test_open_record():
    assert is_valid(Record(_open=True, a=Integer()), {"a": 1, "z": None})
