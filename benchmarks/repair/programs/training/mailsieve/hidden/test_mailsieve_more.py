import pytest

from mailsieve import Condition, Filter, Message, RuleError


@pytest.mark.parametrize("operator", ["contains", "is", "like"])
def test_missing_header(operator):
    message = Message({"From": "a"})
    assert not Condition.parse(f"subject {operator} x").matches(message)
    assert Condition.parse(f"subject !{operator} x").matches(message)


def test_missing_header_does_not_match_everything():
    assert not Condition.parse("subject like *").matches(Message({}))


def test_empty_header():
    message = Message({"Subject": ""})
    assert Condition.parse("subject !contains x").matches(message)
    assert not Condition.parse("subject contains x").matches(message)


def test_negated_present():
    message = Message({"SUBJECT": " Hello World "})
    assert not Condition.parse("subject !is hello world").matches(message)
    assert not Condition.parse("Subject !like hello*").matches(message)
    assert Condition.parse("Subject !like world*").matches(message)


def test_two_negated():
    sieve = Filter("a !is 1, b !is 1 -> folder X")
    assert sieve.process(Message({})).folder == "X"
    assert sieve.process(Message({"a": "2"})).folder == "X"
    assert sieve.process(Message({"b": "1"})).folder == "Inbox"


def test_mixed():
    sieve = Filter("from contains ann, x-spam !is no -> mark junk")
    assert sieve.process(Message({"From": "Ann"})).flags == {"junk"}
    assert sieve.process(Message({"From": "Ann", "X-Spam": "No"})).flags == set()
    assert sieve.process(Message({})).flags == set()


def test_unmark_and_no_conditions():
    sieve = Filter("-> mark New\nfrom !is a -> unmark new")
    assert sieve.process(Message({"from": "a"})).flags == {"new"}
    assert sieve.process(Message({})).flags == set()


def test_stop_on_missing():
    sieve = Filter("from !contains @ -> stop\n-> folder Real")
    assert sieve.process(Message({})).folder == "Inbox"
    assert sieve.process(Message({"from": "a@b"})).folder == "Real"


def test_unknown_action():
    with pytest.raises(RuleError):
        Filter("-> explode").process(Message({}))
