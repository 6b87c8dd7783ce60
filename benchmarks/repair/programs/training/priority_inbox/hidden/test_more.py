import pytest

from inbox import Inbox, InboxFull


def test_again_and_again():
    inbox = Inbox(per_sender=1)
    for _ in range(4):
        inbox.withdraw(inbox.post("ann", "x"))
    assert inbox.senders() == []
    inbox.post("ann", "y")
    with pytest.raises(InboxFull):
        inbox.post("ann", "z")


def test_escalated():
    inbox = Inbox(per_sender=1)
    number = inbox.post("ann", "x")
    inbox.escalate(number)
    inbox.withdraw(number)
    assert inbox.post("ann", "y") == 2
