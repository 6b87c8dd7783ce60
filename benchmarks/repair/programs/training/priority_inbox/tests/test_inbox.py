import pytest

from inbox import Inbox, InboxFull


@pytest.fixture
def inbox():
    inbox = Inbox(per_sender=2)
    inbox.post("ann", "one")
    inbox.post("bob", "two", urgency=5)
    inbox.post("ann", "three", urgency=1)
    return inbox


def texts(inbox):
    return [message.text for message in inbox.take_all()]


def test_order(inbox):
    assert texts(inbox) == ["two", "three", "one"]


def test_equal_urgency():
    inbox = Inbox()
    for text in "abc":
        inbox.post("ann", text)
    assert texts(inbox) == ["a", "b", "c"]


def test_empty():
    assert Inbox().take() is None


def test_limit(inbox):
    with pytest.raises(InboxFull):
        inbox.post("ann", "four")
    inbox.post("bob", "four")


def test_taken_makes_room(inbox):
    list(inbox.take_all())
    assert inbox.post("ann", "four") == 4
    assert inbox.post("ann", "five") == 5


def test_withdraw(inbox):
    assert inbox.withdraw(2).text == "two"
    assert len(inbox) == 2
    assert texts(inbox) == ["three", "one"]


def test_withdraw_twice(inbox):
    inbox.withdraw(1)
    with pytest.raises(KeyError):
        inbox.withdraw(1)


def test_second_thoughts(inbox):
    inbox.withdraw(1)
    inbox.post("ann", "one, corrected", urgency=9)
    assert texts(inbox) == ["one, corrected", "two", "three"]


def test_senders(inbox):
    assert inbox.senders() == ["ann", "bob"]
    inbox.take()
    assert inbox.senders() == ["ann"]
    inbox.withdraw(1)
    inbox.withdraw(3)
    assert inbox.senders() == []


def test_escalate(inbox):
    inbox.escalate(1, by=5)
    assert len(inbox) == 3
    assert texts(inbox) == ["two", "one", "three"]


def test_escalated_then_withdrawn(inbox):
    inbox.escalate(1, by=9)
    assert inbox.withdraw(1).urgency == 9
    assert texts(inbox) == ["two", "three"]
