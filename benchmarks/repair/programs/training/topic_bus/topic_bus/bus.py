"""A bus that brings messages to the handlers that want them."""

from topic_bus.topics import matches


class Subscription:
    """A handler and the pattern of the topics it gets."""

    def __init__(self, bus, pattern, handler, remaining):
        self._bus = bus
        self.pattern = pattern
        self.handler = handler
        self.remaining = remaining

    @property
    def active(self):
        return self in self._bus.subscriptions

    def cancel(self):
        """End the subscription; harmless where it has ended."""
        if self.active:
            self._bus.subscriptions.remove(self)


class Bus:
    """Handlers are called in the order in which they subscribed, as handler(topic, message).

    A handler may subscribe and cancel while it is called. What subscribes in a round only gets later messages, what is
    cancelled in a round before its turn gets nothing.
    """

    def __init__(self):
        self.subscriptions = []
        self.errors = []

    def subscribe(self, pattern, handler, times=None):
        """Call a handler for the topics that fit a pattern, for ever or for a number of messages."""
        if times is not None and times < 1:
            raise ValueError("times must be at least 1")
        subscription = Subscription(self, pattern, handler, times)
        self.subscriptions.append(subscription)
        return subscription

    def once(self, pattern, handler):
        """Call a handler for the next message only."""
        return self.subscribe(pattern, handler, times=1)

    def publish(self, topic, message=None):
        """Bring a message to all handlers; how many got it.

        What a handler raises is put into `errors` as (subscription, exception) and keeps nobody else from the message.
        """
        reached = 0
        for subscription in self.subscriptions:
            if not subscription.active or not matches(subscription.pattern, topic):
                continue
            if subscription.remaining is not None:
                subscription.remaining -= 1
                if subscription.remaining == 0:
                    subscription.cancel()
            reached += 1
            try:
                subscription.handler(topic, message)
            except Exception as error:
                self.errors.append((subscription, error))
        return reached
