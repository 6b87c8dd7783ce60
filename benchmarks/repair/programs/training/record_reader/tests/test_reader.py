import pytest

from line_source import LineSource
from reader import Message, ReadError, index, read_messages

TWO = """\
Subject: Lunch
To: ada,
  tom
----
Subject: Tea
----
"""


def test_source():
    source = LineSource("a\nb")
    assert source.next() == "a"
    source.give_back("a")
    assert source.number == 0
    assert [source.next(), source.next(), source.next()] == ["a", "b", None]


def test_peek():
    source = LineSource("a\nb")
    assert source.peek() == source.peek() == "a"
    assert source.next() == "a"
    assert source.number == 1


def test_give_back_twice():
    source = LineSource("a")
    source.give_back("x")
    with pytest.raises(RuntimeError):
        source.give_back("y")


def test_headers():
    first, second = read_messages(TWO)
    assert first.headers == {"subject": "Lunch", "to": "ada, tom"}
    assert first.body == []
    assert second.get("SUBJECT") == "Tea"


def test_header_twice():
    (message,) = read_messages("To: ada\nTo: tom\n")
    assert message.get("to") == "ada, tom"


def test_body():
    (message,) = read_messages("Subject: Hi\n\nDear all,\n\nsee you.\n\n")
    assert message.body == ["Dear all,", "", "see you."]


def test_bodies_of_several_messages():
    text = "Subject: A\n\nfirst\n----\nSubject: B\n\nsecond\nthird\n"
    assert [message.text for message in read_messages(text)] == ["first", "second\nthird"]


def test_paragraphs():
    message = Message(body=["one", " two ", "", "", "three"])
    assert message.paragraphs() == ["one two", "three"]


def test_no_header():
    with pytest.raises(ReadError, match="line 2: not a header: 'rubbish'"):
        read_messages("Subject: A\nrubbish\n")


def test_index():
    found = index(TWO + "Other: x\n", "subject")
    assert {value: len(messages) for value, messages in found.items()} == {"Lunch": 1, "Tea": 1}


def test_nothing():
    assert read_messages("") == []
