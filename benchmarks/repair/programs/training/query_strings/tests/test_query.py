from query import build, decode, encode, parse


def test_one():
    assert parse("a=1") == {"a": "1"}


def test_question_mark_and_empty_parts():
    assert parse("?a=1&&b=") == {"a": "1", "b": ""}


def test_twice():
    assert parse("a=1&a=2") == {"a": ["1", "2"]}


def test_three_times():
    assert parse("tag=x&tag=y&q=1&tag=z") == {"tag": ["x", "y", "z"], "q": "1"}


def test_decode():
    assert decode("a+b%21") == "a b!"


def test_stray_percent():
    assert decode("100%") == "100%"


def test_encode():
    assert encode("a b&c") == "a+b%26c"


def test_build():
    assert build({"a": ["1", "2"], "b": "x y"}) == "a=1&a=2&b=x+y"


def test_round_trip_of_many():
    values = {"n": ["1", "2", "3", "4"]}
    assert parse(build(values)) == values
