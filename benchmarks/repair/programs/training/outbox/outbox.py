"""An in-memory message queue with leases, retries and a dead letter list."""
from dataclasses import dataclass
from typing import Optional


@dataclass
class Message:
    id: int
    body: str
    priority: int = 0
    attempts: int = 0
    not_before: int = 0
    error: Optional[str] = None


class Outbox:
    """Times are plain seconds handed in by the caller.

    A leased message has to be acknowledged or failed before its lease ends.
    """

    def __init__(self, max_attempts=3, base_delay=10, lease_time=30):
        if max_attempts < 1:
            raise ValueError("max_attempts must be at least 1")
        self.max_attempts = max_attempts
        self.base_delay = base_delay
        self.lease_time = lease_time
        self.dead = []
        self.delivered = 0
        self._ready = []
        self._leased = {}
        self._next_id = 1

    def publish(self, body, priority=0, now=0):
        message = Message(self._next_id, body, priority)
        self._next_id += 1
        self._requeue(message, now)
        return message.id

    def lease(self, now):
        """The next message that is due, or None."""
        self.expire(now)
        due = [m for m in self._ready if m.not_before <= now]
        if not due:
            return None
        message = min(due, key=lambda m: (-m.priority, m.not_before, m.id))
        self._ready.remove(message)
        message.attempts += 1
        self._leased[message.id] = (message, now + self.lease_time)
        return message

    def ack(self, message_id):
        self._take_back(message_id)
        self.delivered += 1

    def fail(self, message_id, now, error):
        message = self._take_back(message_id)
        message.error = error
        self._retry_or_bury(message, now)

    def expire(self, now):
        """End the leases that have run out; returns how many there were."""
        late = [m.id for m, until in self._leased.values() if until <= now]
        for message_id in late:
            message = self._take_back(message_id)
            message.error = "lease expired"
            self._requeue(message, now)
        return len(late)

    def redrive(self, now):
        """Give every dead message a fresh set of attempts."""
        revived, self.dead = self.dead, []
        for message in revived:
            message.attempts = 0
            message.error = None
            self._requeue(message, now)
        return len(revived)

    def stats(self):
        return {
            "ready": len(self._ready),
            "leased": len(self._leased),
            "dead": len(self.dead),
            "delivered": self.delivered,
        }

    def _take_back(self, message_id):
        if message_id not in self._leased:
            raise KeyError(message_id)
        message, _ = self._leased.pop(message_id)
        return message

    def _retry_or_bury(self, message, now):
        if message.attempts >= self.max_attempts:
            self.dead.append(message)
        else:
            self._requeue(message, now + self.base_delay * 2 ** (message.attempts - 1))

    def _requeue(self, message, when):
        message.not_before = when
        self._ready.append(message)
