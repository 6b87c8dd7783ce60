"""An inbox that hands out the most urgent message first and limits what one sender may have waiting."""

import heapq
from collections import Counter
from dataclasses import dataclass
from itertools import count


class InboxFull(Exception):
    """The sender has as many messages waiting as is allowed."""


@dataclass(frozen=True)
class Message:
    number: int
    sender: str
    text: str
    urgency: int


class Inbox:
    """A heap in which messages that were withdrawn or changed stay until they come up."""

    def __init__(self, per_sender=3):
        self.per_sender = per_sender
        self._numbers = count(1)
        self._order = count()
        self._heap = []
        self._live = {}
        self._waiting = Counter()

    def post(self, sender, text, urgency=0):
        """Put a message in; its number."""
        if self._waiting[sender] >= self.per_sender:
            raise InboxFull(sender)
        message = Message(next(self._numbers), sender, text, urgency)
        self._waiting[sender] += 1
        self._push(message)
        return message.number

    def _push(self, message):
        entry = (-message.urgency, next(self._order), message)
        self._live[message.number] = entry
        heapq.heappush(self._heap, entry)

    def withdraw(self, number):
        """Take a message back. Raises KeyError where it isn't waiting."""
        return self._live.pop(number)[2]

    def escalate(self, number, by=1):
        """Make a waiting message more urgent; it goes behind those that have that urgency already."""
        old = self._live[number][2]
        self._push(Message(old.number, old.sender, old.text, old.urgency + by))

    def take(self):
        """The most urgent message, the oldest of equal ones; None where nothing waits."""
        while self._heap:
            entry = heapq.heappop(self._heap)
            message = entry[2]
            if self._live.get(message.number) is not entry:
                continue
            del self._live[message.number]
            self._waiting[message.sender] -= 1
            return message
        return None

    def take_all(self):
        while (message := self.take()) is not None:
            yield message

    def senders(self):
        """Names of those who have something waiting."""
        return sorted(name for name, waiting in self._waiting.items() if waiting)

    def __len__(self):
        return len(self._live)
