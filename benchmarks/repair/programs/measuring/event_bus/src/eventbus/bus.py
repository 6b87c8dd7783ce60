"""Events within a program: handlers subscribe to topics, `orders.*` stands for all topics below."""

import logging
from collections import defaultdict

log = logging.getLogger(__name__)


class Subscription:
    """A handler's place on the bus; `cancel` ends it, and it works as a context manager."""

    def __init__(self, bus, topic, handler, once=False):
        self._bus = bus
        self.topic = topic
        self.handler = handler
        self.once = once

    def cancel(self):
        self._bus._remove(self)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.cancel()


class EventBus:
    def __init__(self):
        self._subscriptions = defaultdict(list)
        self.errors = []

    def subscribe(self, topic, handler, once=False):
        subscription = Subscription(self, topic, handler, once)
        self._subscriptions[topic].append(subscription)
        return subscription

    def on(self, topic):
        """Decorator: the function becomes a handler of the topic."""

        def decorate(function):
            self.subscribe(topic, function)
            return function

        return decorate

    def _remove(self, subscription):
        if subscription in self._subscriptions[subscription.topic]:
            self._subscriptions[subscription.topic].remove(subscription)

    @staticmethod
    def _patterns(topic):
        yield topic
        parts = topic.split(".")
        for end in range(len(parts) - 1, 0, -1):
            yield ".".join(parts[:end]) + ".*"
        yield "*"

    def publish(self, topic, **data):
        """Call every handler, whatever the others do; how many there were. Errors are kept, not raised."""
        called = 0
        for pattern in self._patterns(topic):
            for subscription in self._subscriptions[pattern]:
                if subscription.once:
                    subscription.cancel()
                try:
                    subscription.handler(topic, data)
                except Exception as error:
                    log.warning("handler of %s failed: %s", pattern, error)
                    self.errors.append((topic, error))
                called += 1
        return called
