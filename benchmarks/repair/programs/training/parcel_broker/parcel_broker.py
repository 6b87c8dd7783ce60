"""A small in-memory message broker: topics, subscriptions, acknowledgements."""
from collections import deque
from dataclasses import dataclass, field
from itertools import count


@dataclass
class Message:
    id: int
    topic: str
    body: str
    attempts: int = 0


@dataclass
class Subscription:
    name: str
    pattern: str
    queue: deque = field(default_factory=deque)
    in_flight: dict = field(default_factory=dict)
    dead: list = field(default_factory=list)

    def wants(self, topic):
        """`*` stands for one part of a topic, a final `#` for all that is left."""
        parts = topic.split(".")
        pattern = self.pattern.split(".")
        for i, expected in enumerate(pattern):
            if expected == "#" and i == len(pattern) - 1:
                return True
            if i >= len(parts) or expected not in ("*", parts[i]):
                return False
        return len(parts) == len(pattern)


class Broker:
    def __init__(self, max_attempts=3):
        self.max_attempts = max_attempts
        self._subscriptions = {}
        self._ids = count(1)
        self._tags = count(100)

    def subscribe(self, name, pattern):
        if name in self._subscriptions:
            raise ValueError(f"{name} is taken")
        self._subscriptions[name] = Subscription(name, pattern)

    def unsubscribe(self, name):
        del self._subscriptions[name]

    def publish(self, topic, body):
        """Queues the message for every subscription that wants it; returns its id."""
        message = Message(next(self._ids), topic, body)
        for subscription in self._subscriptions.values():
            if subscription.wants(topic):
                subscription.queue.append(message)
        return message.id

    def fetch(self, name, limit=1):
        """Up to `limit` (tag, body) pairs, which then wait for ack or nack."""
        subscription = self._subscriptions[name]
        fetched = []
        while subscription.queue and len(fetched) < limit:
            message = subscription.queue.popleft()
            message.attempts += 1
            tag = next(self._tags)
            subscription.in_flight[tag] = message
            fetched.append((tag, message.body))
        return fetched

    def ack(self, name, tag):
        self._take(name, tag)

    def nack(self, name, tag):
        """Puts the message back in front, or aside when it was tried often enough."""
        subscription = self._subscriptions[name]
        message = self._take(name, tag)
        if message.attempts >= self.max_attempts:
            subscription.dead.append(message)
        else:
            subscription.queue.appendleft(message)

    def revive(self, name):
        """Queues the dead messages again as if they were new; returns how many."""
        subscription = self._subscriptions[name]
        revived = len(subscription.dead)
        for message in subscription.dead:
            message.attempts = 0
            subscription.queue.append(message)
        subscription.dead.clear()
        return revived

    def stats(self, name):
        subscription = self._subscriptions[name]
        return {
            "queued": len(subscription.queue),
            "in_flight": len(subscription.in_flight),
            "dead": len(subscription.dead),
        }

    def _take(self, name, tag):
        try:
            return self._subscriptions[name].in_flight.pop(tag)
        except KeyError:
            raise LookupError(f"nothing in flight as {tag}") from None
