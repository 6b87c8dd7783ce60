from line_source import LineSource
from reader import read_messages


def test_empty_lines_of_a_source():
    source = LineSource("\n\na")
    assert source.peek() == ""
    assert source.next() == ""
    assert source.number == 1
    assert source.next() == ""
    assert source.next() == "a"
    assert source.next() is None


def test_give_back_an_empty_line():
    source = LineSource("a")
    source.give_back("")
    assert [source.next(), source.next(), source.next()] == ["", "a", None]


def test_message_without_headers():
    (message,) = read_messages("\nonly text\nhere")
    assert message.headers == {}
    assert message.body == ["only text", "here"]


def test_body_of_one_line():
    (message,) = read_messages("A: 1\n\nbody")
    assert message.text == "body"


def test_body_that_looks_like_headers():
    (message,) = read_messages("A: 1\n\nB: 2\nC: 3")
    assert message.headers == {"a": "1"}
    assert message.body == ["B: 2", "C: 3"]


def test_body_starts_with_empty_lines():
    (message,) = read_messages("A: 1\n\n\n\ntext")
    assert message.body == ["", "", "text"]


def test_blank_line_of_spaces():
    (message,) = read_messages("A: 1\n  \ntext")
    assert message.body == ["text"]
