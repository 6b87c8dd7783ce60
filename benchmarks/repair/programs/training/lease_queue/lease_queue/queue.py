"""A queue that leases messages: who doesn't delete one in time has it delivered again."""

from collections import deque

from lease_queue.message import Message, StaleReceipt


class LeaseQueue:
    """First in, first out; what comes back goes to the front.

    `clock` gives the time in seconds. A message whose lease has run out `max_received` times goes to `dead`.
    """

    def __init__(self, clock, lease=30, max_received=3):
        self._clock = clock
        self._lease = lease
        self._max_received = max_received
        self._waiting = deque()
        self._leased = {}
        self._last = 0
        self.dead = []

    def send(self, body):
        """Append a message; its number."""
        self._last += 1
        self._waiting.append(Message(self._last, body))
        return self._last

    def receive(self):
        """Lease the next message, or None where none waits."""
        if not self._waiting:
            return None
        message = self._waiting.popleft()
        message.received += 1
        message.receipt = f"{message.number}/{message.received}"
        message.leased_until = self._clock() + self._lease
        self._leased[message.receipt] = message
        return message

    def _take_back(self):
        """Move the messages whose lease is over back to the front, in their order, or to the dead ones."""
        now = self._clock()
        over = [message for message in self._leased.values() if message.leased_until <= now]
        for message in sorted(over, key=lambda message: message.number, reverse=True):
            del self._leased[message.receipt]
            if message.received >= self._max_received:
                self.dead.append(message.body)
            else:
                self._waiting.appendleft(message)

    def _lease_of(self, receipt):
        self._take_back()
        if receipt not in self._leased:
            raise StaleReceipt(receipt)
        return self._leased[receipt]

    def delete(self, receipt):
        """Remove a message that is done. Raises StaleReceipt where its lease is over."""
        message = self._lease_of(receipt)
        del self._leased[message.receipt]

    def extend(self, receipt, seconds):
        """Let a lease end `seconds` from now. Raises StaleReceipt where it is over."""
        self._lease_of(receipt).leased_until = self._clock() + seconds

    def depth(self):
        """How many messages wait, and how many are leased."""
        self._take_back()
        return len(self._waiting), len(self._leased)
