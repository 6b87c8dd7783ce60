from query import parse


def test_four_and_two():
    assert parse("a=1&b=2&a=3&b=4&a=5&a=6") == {"a": ["1", "3", "5", "6"], "b": ["2", "4"]}


def test_single_stays_text():
    assert parse("a=1&b=2") == {"a": "1", "b": "2"}
